// What the three programs share: checked calls, clocks, pinned memory, pinning of threads, raw output.
//
// All times are taken on the device with clock64() and turned into nanoseconds by the rate of %globaltimer
// over the same kernel. A wait that lasts longer than WAIT_CYCLES gives up and says so: no kernel may hang.
#pragma once

#include <cuda_runtime.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#define CHECK(call)                                                                            \
  do {                                                                                         \
    cudaError_t status = (call);                                                               \
    if (status != cudaSuccess) {                                                               \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
      std::exit(2);                                                                            \
    }                                                                                          \
  } while (0)

constexpr long long WAIT_CYCLES = 4'000'000'000LL;  // about 2 s

__device__ __forceinline__ unsigned long long global_nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__device__ __forceinline__ uint32_t load_acquire(const volatile uint32_t* address) {
  uint32_t value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

__device__ __forceinline__ void store_release(volatile uint32_t* address, uint32_t value) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

// Wait until *address is `value`; false when that takes too long.
__device__ __forceinline__ bool wait_for(const volatile uint32_t* address, uint32_t value) {
  const long long start = clock64();
  while (load_acquire(address) != value)
    if (clock64() - start > WAIT_CYCLES) return false;
  return true;
}

// A descriptor as the device writes it: one store of sixteen bytes, so that it is there whole or not at all.
struct alignas(16) Descriptor {
  uint32_t sequence;
  uint32_t source;
  uint32_t bytes;
  uint32_t check;  // ~sequence: a torn or stale entry is seen
};

__device__ __forceinline__ void post(Descriptor* slot, uint32_t sequence, uint32_t source, uint32_t bytes) {
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(slot), "r"(sequence), "r"(source),
               "r"(bytes), "r"(~sequence)
               : "memory");
}

inline bool arrived(const volatile Descriptor* slot, uint32_t sequence) {
  return slot->sequence == sequence && slot->check == ~sequence;
}

template <typename T>
T* pinned(size_t count) {
  T* address = nullptr;
  CHECK(cudaHostAlloc(&address, count * sizeof(T), cudaHostAllocPortable | cudaHostAllocMapped));
  std::memset(address, 0, count * sizeof(T));
  return address;
}

inline int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof(set), &set);
  return CPU_COUNT(&set);
}

// Keep the calling thread on one core (the index-th that it may use, from the last), or leave it free.
inline void keep_on_core(int index) {
  if (index < 0) return;
  cpu_set_t may, one;
  CPU_ZERO(&may);
  CPU_ZERO(&one);
  sched_getaffinity(0, sizeof(may), &may);
  std::vector<int> cores;
  for (int core = CPU_SETSIZE - 1; core >= 0; --core)
    if (CPU_ISSET(core, &may)) cores.push_back(core);
  CPU_SET(cores[index % cores.size()], &one);
  pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

// How many devices there are. Kernels are loaded at once: loading one later would wait for those that run,
// and they for it.
inline int devices() {
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  return count;
}

inline void open_peers() {
  for (int here = 0; here < 2; ++here) {
    int able = 0;
    CHECK(cudaDeviceCanAccessPeer(&able, here, 1 - here));
    if (!able) {
      std::fprintf(stderr, "device %d cannot reach device %d\n", here, 1 - here);
      std::exit(2);
    }
    CHECK(cudaSetDevice(here));
    CHECK(cudaDeviceEnablePeerAccess(1 - here, 0));
  }
}

// Raw data of one run: FOLDER/NAME.u32, unsigned 32-bit little-endian.
inline void write_raw(const std::string& folder, const std::string& name, const std::vector<uint32_t>& values) {
  std::ofstream file(folder + "/" + name + ".u32", std::ios::binary);
  file.write(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(uint32_t));
  if (!file) {
    std::fprintf(stderr, "%s: cannot be written\n", name.c_str());
    std::exit(2);
  }
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
