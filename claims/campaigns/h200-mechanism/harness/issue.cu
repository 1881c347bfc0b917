// How many descriptors a second proxy threads take from a device and pass on, and how that grows with their
// number: one ring and one lock around everything, one ring with a lock around taking only, a ring each.
//
//   issue FOLDER        writes FOLDER/issue.csv: one line a run
//
// To pass on is to do nothing (bytes 0) or to queue a copy of that size to the other device with the runtime's
// own asynchronous copy, each thread in a stream of its own. Where there is one device the copy stays on it.
// Each run checks that every descriptor was taken once and that what was copied arrived.
#include "common.cuh"

#include <mutex>

constexpr int RING = 4096, REPETITIONS = 5, SLOTS = 64, CREDIT = 256;
constexpr uint32_t MARK = 2654435761u;
const int THREADS[] = {1, 2, 4, 8, 16};
const uint32_t SIZES[] = {0, 64, 1u << 10, 1u << 12, 1u << 14, 1u << 16, 1u << 18, 1u << 20};
const char* const LOCKS[] = {"shared", "split", "separate"};

struct Ring {
  Descriptor* slots;
  volatile uint32_t* taken;  // how many the host has taken: what the device may overwrite
};

// One warp a ring: thirty-two descriptors at a time, as long as there is room.
__global__ void produce(const Ring* rings, uint32_t each, uint32_t bytes, uint32_t* failures) {
  const Ring ring = rings[blockIdx.x];
  uint32_t room = RING;
  for (uint32_t base = 0; base < each; base += 32) {
    if (base + 32 > room) {
      const long long start = clock64();
      while (base + 32 > room) {
        room = load_acquire(ring.taken) + RING;
        if (clock64() - start > WAIT_CYCLES) {
          if (threadIdx.x == 0) atomicAdd(failures, 1);
          return;
        }
      }
    }
    const uint32_t number = base + threadIdx.x;
    if (number < each) post(&ring.slots[number % RING], number + 1, (number + 1) * MARK, bytes);
    __syncwarp();
  }
}

struct Worker {
  cudaStream_t stream;
  uint64_t sum = 0, count = 0;
  bool is_wrong = false;
};

struct Run {
  int lock, threads;
  uint32_t bytes, total;
  std::vector<Ring> rings;
  char *from, *to;
};

void pass_on(const Run& run, Worker& worker, uint32_t number, const volatile Descriptor& entry) {
  if (entry.source != number * MARK || entry.bytes != run.bytes) worker.is_wrong = true;
  worker.sum += number;
  worker.count += 1;
  if (run.bytes)
    CHECK(cudaMemcpyAsync(run.to + size_t(number % SLOTS) * run.bytes, run.from + size_t(number % SLOTS) * run.bytes,
                          run.bytes, cudaMemcpyDefault, worker.stream));
}

bool wait_on_host(const volatile Descriptor& entry, uint32_t number) {
  for (uint64_t tries = 0; !arrived(&entry, number); ++tries)
    if (tries > 4'000'000'000ULL) return false;
  return true;
}

void work(Run& run, Worker& worker, int index, std::mutex* lock, uint32_t* next, std::atomic<int>* ready,
          std::atomic<bool>* go) {
  keep_on_core(index);
  CHECK(cudaSetDevice(0));
  ready->fetch_add(1);
  while (!go->load(std::memory_order_acquire)) {
  }
  const uint32_t each = run.total / run.rings.size();
  if (run.lock == 2) {  // a ring of its own: nobody to ask
    Ring& ring = run.rings[index];
    for (uint32_t number = 1; number <= each; ++number) {
      Descriptor& entry = ring.slots[(number - 1) % RING];
      if (!wait_on_host(entry, number)) std::exit(1);
      pass_on(run, worker, number, entry);
      if (number % CREDIT == 0) *ring.taken = number;
    }
    return;
  }
  Ring& ring = run.rings[0];
  while (true) {
    std::unique_lock<std::mutex> held(*lock);
    const uint32_t number = *next + 1;
    if (number > run.total) return;
    Descriptor& entry = ring.slots[(number - 1) % RING];
    if (!wait_on_host(entry, number)) std::exit(1);
    *next = number;
    Descriptor copy = entry;
    if (number % CREDIT == 0) *ring.taken = number;
    if (run.lock == 1) held.unlock();
    pass_on(run, worker, number, copy);
  }
}

// Returns the seconds until the last descriptor was passed on, and until the last copy had ended.
std::pair<double, double> measure(Run& run, const std::vector<char>& pattern, std::vector<cudaStream_t>& streams) {
  const int rings = run.lock == 2 ? run.threads : 1;
  run.rings.clear();
  for (int index = 0; index < rings; ++index)
    run.rings.push_back({pinned<Descriptor>(RING), pinned<uint32_t>(1)});
  auto* shared = pinned<Ring>(rings);
  std::copy(run.rings.begin(), run.rings.end(), shared);
  auto* failures = pinned<uint32_t>(1);
  CHECK(cudaMemset(run.to, 0, size_t(SLOTS) * std::max(run.bytes, 1u)));
  CHECK(cudaDeviceSynchronize());
  std::vector<Worker> workers(run.threads);
  std::vector<std::thread> threads;
  std::mutex lock;
  uint32_t next = 0;
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  for (int index = 0; index < run.threads; ++index) {
    workers[index].stream = streams[index];
    threads.emplace_back(work, std::ref(run), std::ref(workers[index]), index, &lock, &next, &ready, &go);
  }
  while (ready.load() < run.threads) {
  }
  const auto start = std::chrono::steady_clock::now();
  produce<<<rings, 32, 0, streams.back()>>>(shared, run.total / rings, run.bytes, failures);
  CHECK(cudaGetLastError());
  go.store(true, std::memory_order_release);
  for (auto& thread : threads) thread.join();
  const double issued = seconds_since(start);
  for (int index = 0; index < run.threads; ++index) CHECK(cudaStreamSynchronize(streams[index]));
  const double completed = seconds_since(start);
  CHECK(cudaStreamSynchronize(streams.back()));
  uint64_t sum = 0, count = 0;
  bool is_wrong = *failures != 0;
  for (const Worker& worker : workers) {
    sum += worker.sum;
    count += worker.count;
    is_wrong = is_wrong || worker.is_wrong;
  }
  const uint64_t each = run.total / rings;
  is_wrong = is_wrong || count != run.total || sum != rings * (each * (each + 1) / 2);
  if (run.bytes) {
    std::vector<char> arrived(size_t(SLOTS) * run.bytes);
    CHECK(cudaMemcpy(arrived.data(), run.to, arrived.size(), cudaMemcpyDefault));
    is_wrong = is_wrong || std::memcmp(arrived.data(), pattern.data(), arrived.size()) != 0;
  }
  if (is_wrong) {
    std::fprintf(stderr, "issue: %s, %d threads, %u bytes: descriptors lost or copies wrong\n", LOCKS[run.lock],
                 run.threads, run.bytes);
    std::exit(1);
  }
  for (Ring& ring : run.rings) {
    CHECK(cudaFreeHost(ring.slots));
    CHECK(cudaFreeHost(const_cast<uint32_t*>(ring.taken)));
  }
  CHECK(cudaFreeHost(shared));
  CHECK(cudaFreeHost(failures));
  return {issued, completed};
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: issue FOLDER\n");
    return 2;
  }
  const bool has_pair = devices() >= 2;
  if (has_pair) open_peers();
  CHECK(cudaSetDevice(0));
  const size_t most = size_t(SLOTS) << 20;
  std::vector<char> pattern(most);
  uint32_t state = 1;
  for (char& byte : pattern) byte = char((state = state * 1664525u + 1013904223u) >> 24);
  Run run{};
  CHECK(cudaMalloc(&run.from, most));
  CHECK(cudaMemcpy(run.from, pattern.data(), most, cudaMemcpyHostToDevice));
  CHECK(cudaSetDevice(has_pair ? 1 : 0));
  CHECK(cudaMalloc(&run.to, most));
  CHECK(cudaSetDevice(0));
  std::vector<cudaStream_t> streams(17);
  for (auto& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  std::ofstream file(std::string(arguments[1]) + "/issue.csv");
  file << "lock,threads,bytes,repetition,descriptors,issued_ns,completed_ns\n";
  for (uint32_t bytes : SIZES)
    for (int threads : THREADS)
      for (int lock = 0; lock < 3; ++lock)
        for (int repetition = -1; repetition < REPETITIONS; ++repetition) {  // the first warms up
          run.lock = lock;
          run.threads = threads;
          run.bytes = bytes;
          run.total = bytes == 0 ? 524'288 : bytes <= (1u << 16) ? 16'384 : 4'096;
          const auto [issued, completed] = measure(run, pattern, streams);
          if (repetition < 0) continue;
          file << LOCKS[lock] << ',' << threads << ',' << bytes << ',' << repetition << ',' << run.total << ','
               << int64_t(issued * 1e9) << ',' << int64_t(completed * 1e9) << '\n';
        }
  file.flush();
  std::printf("issue: %s\n", has_pair ? "copies to the other device" : "copies on one device");
  return file ? 0 : 2;
}
