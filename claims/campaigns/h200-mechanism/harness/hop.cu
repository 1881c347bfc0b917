// How long a signal takes: through a descriptor ring in pinned memory and a polling CPU thread, from device
// to device over NVLink without a CPU, and through a host callback in the order of a stream.
//
//   hop FOLDER          writes FOLDER/hop-WAY-PINNING-REPETITION.u32: the nanoseconds of each round trip
//
// Every message carries its number; a number that does not fit ends the program before any time is written.
#include "common.cuh"

constexpr int WARM_UP = 1'000, ITERATIONS = 10'000, REPETITIONS = 3, RING = 1024;
constexpr int CALLBACKS = WARM_UP + ITERATIONS;

// Posts descriptors and waits for each answer.
__global__ void ask_through_ring(Descriptor* ring, const uint32_t* answer, int rounds, uint32_t* cycles,
                                 unsigned long long* span, uint32_t* failures) {
  span[0] = global_nanoseconds();
  span[1] = clock64();
  for (uint32_t round = 1; round <= rounds; ++round) {
    const long long start = clock64();
    post(&ring[round % RING], round, 0, 0);
    if (!wait_for(answer, round)) {
      atomicAdd(failures, 1);
      break;
    }
    cycles[round - 1] = clock64() - start;
  }
  span[2] = global_nanoseconds();
  span[3] = clock64();
}

// The far end of a hop: waits for each question and posts a descriptor for the way back.
__global__ void answer_through_ring(const uint32_t* question, Descriptor* ring, int rounds, uint32_t* failures) {
  for (uint32_t round = 1; round <= rounds; ++round) {
    if (!wait_for(question, round)) {
      atomicAdd(failures, 1);
      return;
    }
    post(&ring[round % RING], round, 1, 0);
  }
}

__global__ void ask_directly(uint32_t* question, const uint32_t* answer, int rounds, uint32_t* cycles,
                             unsigned long long* span, uint32_t* failures) {
  span[0] = global_nanoseconds();
  span[1] = clock64();
  for (uint32_t round = 1; round <= rounds; ++round) {
    const long long start = clock64();
    store_release(question, round);
    if (!wait_for(answer, round)) {
      atomicAdd(failures, 1);
      break;
    }
    cycles[round - 1] = clock64() - start;
  }
  span[2] = global_nanoseconds();
  span[3] = clock64();
}

__global__ void answer_directly(const uint32_t* question, uint32_t* answer, int rounds, uint32_t* failures) {
  for (uint32_t round = 1; round <= rounds; ++round) {
    if (!wait_for(question, round)) {
      atomicAdd(failures, 1);
      return;
    }
    store_release(answer, round);
  }
}

__global__ void note_time(unsigned long long* when) { *when = global_nanoseconds(); }

struct Relay {  // one proxy thread: from a ring to a flag
  const volatile Descriptor* ring;
  volatile uint32_t* flag;
  int core;
};

// Polls the ring and raises the flag with each descriptor's number, in order.
void relay(Relay way, int rounds, std::atomic<bool>* stop, uint32_t* served) {
  keep_on_core(way.core);
  for (uint32_t round = 1; round <= static_cast<uint32_t>(rounds); ++round) {
    while (!arrived(&way.ring[round % RING], round))
      if (stop->load(std::memory_order_relaxed)) return;
    *way.flag = round;
    *served = round;
  }
}

struct Measured {
  uint32_t* cycles;
  unsigned long long* span;
  uint32_t* failures;
};

Measured on_device(int device) {
  Measured made;
  CHECK(cudaSetDevice(device));
  CHECK(cudaMalloc(&made.cycles, CALLBACKS * sizeof(uint32_t)));
  CHECK(cudaMalloc(&made.span, 4 * sizeof(unsigned long long)));
  CHECK(cudaMalloc(&made.failures, sizeof(uint32_t)));
  CHECK(cudaMemset(made.failures, 0, sizeof(uint32_t)));
  CHECK(cudaMemset(made.cycles, 0xff, CALLBACKS * sizeof(uint32_t)));
  return made;
}

// The nanoseconds of the counted rounds; ends the program when a round failed or was never measured.
std::vector<uint32_t> nanoseconds(const Measured& made, const char* way) {
  std::vector<uint32_t> cycles(CALLBACKS);
  unsigned long long span[4];
  uint32_t failures = 0;
  CHECK(cudaMemcpy(cycles.data(), made.cycles, CALLBACKS * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(span, made.span, sizeof(span), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&failures, made.failures, sizeof(uint32_t), cudaMemcpyDeviceToHost));
  if (failures || std::count(cycles.begin(), cycles.end(), 0xffffffffu)) {
    std::fprintf(stderr, "%s: %u waits failed, or rounds are missing\n", way, failures);
    std::exit(1);
  }
  const double rate = double(span[2] - span[0]) / double(span[3] - span[1]);  // ns a cycle
  std::vector<uint32_t> times;
  for (int round = WARM_UP; round < CALLBACKS; ++round) times.push_back(uint32_t(cycles[round] * rate + 0.5));
  return times;
}

void release(const Measured& made) {
  CHECK(cudaFree(made.cycles));
  CHECK(cudaFree(made.span));
  CHECK(cudaFree(made.failures));
}

// Device to CPU thread to the same device.
std::vector<uint32_t> proxied_alone(bool is_pinned) {
  Measured made = on_device(0);
  auto* ring = pinned<Descriptor>(RING);
  auto* flag = pinned<uint32_t>(1);
  std::atomic<bool> stop{false};
  uint32_t served = 0;
  std::thread thread(relay, Relay{ring, flag, is_pinned ? 0 : -1}, CALLBACKS, &stop, &served);
  ask_through_ring<<<1, 1>>>(ring, flag, CALLBACKS, made.cycles, made.span, made.failures);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  stop = true;
  thread.join();
  if (served != CALLBACKS) std::exit(1);
  auto times = nanoseconds(made, "proxied");
  CHECK(cudaFreeHost(ring));
  CHECK(cudaFreeHost(flag));
  release(made);
  return times;
}

// Device 0 to CPU thread to device 1 and back by a second CPU thread: two proxied hops.
std::vector<uint32_t> proxied_pair(bool is_pinned) {
  Measured made = on_device(0);
  auto* there = pinned<Descriptor>(RING);
  auto* back = pinned<Descriptor>(RING);
  auto* question = pinned<uint32_t>(1);
  auto* answer = pinned<uint32_t>(64);  // far from the other flag
  std::atomic<bool> stop{false};
  uint32_t served[2] = {0, 0};
  std::thread first(relay, Relay{there, question, is_pinned ? 0 : -1}, CALLBACKS, &stop, &served[0]);
  std::thread second(relay, Relay{back, answer, is_pinned ? 1 : -1}, CALLBACKS, &stop, &served[1]);
  CHECK(cudaSetDevice(1));
  uint32_t* failures;
  CHECK(cudaMalloc(&failures, sizeof(uint32_t)));
  CHECK(cudaMemset(failures, 0, sizeof(uint32_t)));
  answer_through_ring<<<1, 1>>>(question, back, CALLBACKS, failures);
  CHECK(cudaGetLastError());
  CHECK(cudaSetDevice(0));
  ask_through_ring<<<1, 1>>>(there, answer, CALLBACKS, made.cycles, made.span, made.failures);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaSetDevice(1));
  CHECK(cudaDeviceSynchronize());
  stop = true;
  first.join();
  second.join();
  if (served[0] != CALLBACKS || served[1] != CALLBACKS) std::exit(1);
  auto times = nanoseconds(made, "proxied-pair");
  for (void* memory : {(void*)there, (void*)back, (void*)question, (void*)answer}) CHECK(cudaFreeHost(memory));
  CHECK(cudaFree(failures));
  release(made);
  return times;
}

// Device `near` to device `far` and back without a CPU; each polls its own memory.
std::vector<uint32_t> direct(int near, int far, const char* way) {
  Measured made = on_device(near);
  uint32_t *question, *answer, *failures;
  CHECK(cudaMalloc(&answer, 256));
  CHECK(cudaMemset(answer, 0, 256));
  CHECK(cudaSetDevice(far));
  CHECK(cudaMalloc(&question, 256));
  CHECK(cudaMemset(question, 0, 256));
  CHECK(cudaMalloc(&failures, sizeof(uint32_t)));
  CHECK(cudaMemset(failures, 0, sizeof(uint32_t)));
  CHECK(cudaDeviceSynchronize());
  cudaStream_t other;
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  answer_directly<<<1, 1, 0, other>>>(question, answer, CALLBACKS, failures);
  CHECK(cudaGetLastError());
  CHECK(cudaSetDevice(near));
  ask_directly<<<1, 1>>>(question, answer, CALLBACKS, made.cycles, made.span, made.failures);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaSetDevice(far));
  CHECK(cudaStreamSynchronize(other));
  CHECK(cudaStreamDestroy(other));
  CHECK(cudaFree(question));
  CHECK(cudaFree(failures));
  auto times = nanoseconds(made, way);
  CHECK(cudaSetDevice(near));
  CHECK(cudaFree(answer));
  release(made);
  return times;
}

uint32_t called = 0;  // by callbacks, one after the other

void CUDART_CB count_call(void*) { ++called; }

// The device's time from the end of one kernel to the start of the next in a stream, with a host callback
// between them or with nothing. The CPU thread that runs callbacks is the driver's: it cannot be pinned here.
std::vector<uint32_t> in_stream_order(bool has_callback) {
  CHECK(cudaSetDevice(0));
  unsigned long long* times;
  CHECK(cudaMalloc(&times, 2 * CALLBACKS * sizeof(unsigned long long)));
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  called = 0;
  for (int round = 0; round < CALLBACKS; ++round) {
    note_time<<<1, 1, 0, stream>>>(&times[2 * round]);
    if (has_callback) CHECK(cudaLaunchHostFunc(stream, count_call, nullptr));
    note_time<<<1, 1, 0, stream>>>(&times[2 * round + 1]);
    if (round % 64 == 63) CHECK(cudaStreamSynchronize(stream));  // the queue never fills
  }
  CHECK(cudaStreamSynchronize(stream));
  if (has_callback && called != CALLBACKS) std::exit(1);
  std::vector<unsigned long long> read(2 * CALLBACKS);
  CHECK(cudaMemcpy(read.data(), times, read.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost));
  std::vector<uint32_t> found;
  for (int round = WARM_UP; round < CALLBACKS; ++round)
    found.push_back(uint32_t(read[2 * round + 1] - read[2 * round]));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(times));
  return found;
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: hop FOLDER\n");
    return 2;
  }
  const std::string folder = arguments[1];
  const bool has_pair = devices() >= 2;
  if (has_pair) open_peers();
  for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
    const std::string end = "-" + std::to_string(repetition);
    for (bool is_pinned : {true, false}) {
      const std::string name = is_pinned ? "pinned" : "free";
      write_raw(folder, "hop-proxied-" + name + end, proxied_alone(is_pinned));
      if (has_pair) write_raw(folder, "hop-proxied-pair-" + name + end, proxied_pair(is_pinned));
    }
    write_raw(folder, "hop-direct-same-gpu" + end, direct(0, 0, "direct-same-gpu"));
    if (has_pair) write_raw(folder, "hop-direct-pair" + end, direct(0, 1, "direct-pair"));
    write_raw(folder, "hop-callback" + end, in_stream_order(true));
    write_raw(folder, "hop-stream" + end, in_stream_order(false));
  }
  std::printf("hop: %d repetitions of %d round trips, %s\n", REPETITIONS, ITERATIONS,
              has_pair ? "two devices" : "one device");
  return 0;
}
