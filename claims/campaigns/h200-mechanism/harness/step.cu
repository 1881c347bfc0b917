// A decode step in outline: layers of fixed arithmetic, each followed by an exchange with the other device in
// one of three ways, to see what an exchange adds to a step and how much of it hides behind arithmetic.
//
//   step FOLDER         writes FOLDER/step.csv: one line an iteration
//
// Ways: `none` (arithmetic alone), `direct` (a kernel writes the peer's memory and raises its flag), `proxied`
// (a kernel posts a descriptor; a CPU thread queues a copy and, behind it, a copy that raises the flag),
// `callback` (a host callback in the stream's order tells a CPU thread to queue the same copies). In every way
// the receiver is a kernel that polls a flag in its own memory. Needs two devices.
#include "common.cuh"

constexpr int WARM_UP = 10, ITERATIONS = 100, RING = 1024, FLAGS = 1 << 16;
constexpr int ARITHMETIC_BLOCKS = 96, COPY_BLOCKS = 16, STEPS_OF_ARITHMETIC = 3'000;  // about 40 us
const int LAYERS[] = {1, 2, 4, 8, 16, 32, 64};
const uint32_t SIZES[] = {7168, 128 * 7168};  // a token of hidden size 7168 in bytes of one, and 128 of them
enum Way { NONE, DIRECT, PROXIED, CALLBACK };
const char* const WAYS[] = {"none", "direct", "proxied", "callback"};

__global__ void arithmetic(float* out) {
  float value = threadIdx.x, factor = 1.0000001f;
#pragma unroll 1
  for (int step = 0; step < STEPS_OF_ARITHMETIC; ++step) value = fmaf(value, factor, 0.5f);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

struct Device {  // what one device knows: all addresses are its own but for those named `peer_`
  uint4* payload;
  uint4* received;  // two halves, by the parity of the exchange
  volatile uint32_t* flag;
  uint32_t* posted;
  uint32_t* awaited;
  uint32_t* blocks_done;
  uint32_t* numbers;  // 0, 1, 2, ...: what copies raise the flag with
  uint32_t* failures;
  float* sink;
  Descriptor* ring;  // pinned
  uint4* peer_received;
  volatile uint32_t* peer_flag;
};

// Writes the payload into the peer's memory; the last block to end raises the peer's flag.
__global__ void put(Device device, uint32_t words) {
  const uint32_t number = *device.posted + 1;
  uint4* target = device.peer_received + (number & 1) * size_t(words);
  for (uint32_t index = blockIdx.x * blockDim.x + threadIdx.x; index < words; index += gridDim.x * blockDim.x)
    target[index] = device.payload[index];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(device.blocks_done, 1) == gridDim.x - 1) {
    *device.blocks_done = 0;
    *device.posted = number;
    __threadfence_system();
    store_release(device.peer_flag, number);
  }
}

__global__ void post_one(Device device, uint32_t bytes) {
  const uint32_t number = *device.posted + 1;
  *device.posted = number;
  post(&device.ring[number % RING], number, 0, bytes);
}

__global__ void await_one(Device device) {
  const uint32_t number = *device.awaited + 1;
  *device.awaited = number;
  if (*device.failures) return;  // one wait too long is enough to end the program
  const long long start = clock64();
  while (load_acquire(device.flag) < number)
    if (clock64() - start > WAIT_CYCLES) {
      *device.failures = 1;
      return;
    }
}

struct Side {  // one device with its streams and the CPU thread that serves it
  int index;
  Device device;
  cudaStream_t main, beside, copies;
  cudaEvent_t forked, joined, begun[ITERATIONS], ended[ITERATIONS];
  std::atomic<uint32_t> called{0}, served{0};
};

void CUDART_CB call(void* side) { static_cast<Side*>(side)->called.fetch_add(1, std::memory_order_release); }

// Queues the payload's copy and, behind it, the copy that raises the peer's flag.
void send(Side& side, uint32_t number, uint32_t bytes) {
  Device& device = side.device;
  CHECK(cudaMemcpyAsync(device.peer_received + (number & 1) * size_t(bytes / sizeof(uint4)), device.payload, bytes,
                        cudaMemcpyDefault, side.copies));
  CHECK(cudaMemcpyAsync(const_cast<uint32_t*>(device.peer_flag), device.numbers + number, sizeof(uint32_t),
                        cudaMemcpyDefault, side.copies));
}

void serve(Side& side, Way way, uint32_t bytes, std::atomic<bool>* stop) {
  keep_on_core(side.index);
  CHECK(cudaSetDevice(side.index));
  for (uint32_t number = 1;; ++number) {
    const volatile Descriptor& entry = side.device.ring[number % RING];
    while (way == PROXIED ? !arrived(&entry, number) : side.called.load(std::memory_order_acquire) < number)
      if (stop->load(std::memory_order_relaxed)) return;
    send(side, number, bytes);
    side.served = number;
  }
}

void exchange(Side& side, Way way, uint32_t bytes, cudaStream_t stream) {
  switch (way) {
    case DIRECT:
      put<<<COPY_BLOCKS, 256, 0, stream>>>(side.device, bytes / sizeof(uint4));
      break;
    case PROXIED:
      post_one<<<1, 1, 0, stream>>>(side.device, bytes);
      break;
    case CALLBACK:
      CHECK(cudaLaunchHostFunc(stream, call, &side));
      break;
    case NONE:
      return;
  }
  await_one<<<1, 1, 0, stream>>>(side.device);
}

void step(Side& side, Way way, uint32_t bytes, int layers, bool is_overlapped) {
  for (int layer = 0; layer < layers; ++layer) {
    if (is_overlapped && way != NONE) {
      CHECK(cudaEventRecord(side.forked, side.main));
      CHECK(cudaStreamWaitEvent(side.beside, side.forked, 0));
      exchange(side, way, bytes, side.beside);
      arithmetic<<<ARITHMETIC_BLOCKS, 256, 0, side.main>>>(side.device.sink);
      CHECK(cudaEventRecord(side.joined, side.beside));
      CHECK(cudaStreamWaitEvent(side.main, side.joined, 0));
    } else {
      arithmetic<<<ARITHMETIC_BLOCKS, 256, 0, side.main>>>(side.device.sink);
      exchange(side, way, bytes, side.main);
    }
  }
  CHECK(cudaGetLastError());
}

void run_side(Side& side, Way way, uint32_t bytes, int layers, bool is_overlapped, bool is_graph) {
  CHECK(cudaSetDevice(side.index));
  cudaGraphExec_t ready = nullptr;
  if (is_graph) {
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(side.main, cudaStreamCaptureModeThreadLocal));
    step(side, way, bytes, layers, is_overlapped);
    CHECK(cudaStreamEndCapture(side.main, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphDestroy(graph));
  }
  for (int round = 0; round < WARM_UP + ITERATIONS; ++round) {
    const int counted = round - WARM_UP;
    if (counted >= 0) CHECK(cudaEventRecord(side.begun[counted], side.main));
    if (is_graph)
      CHECK(cudaGraphLaunch(ready, side.main));
    else
      step(side, way, bytes, layers, is_overlapped);
    if (counted >= 0) CHECK(cudaEventRecord(side.ended[counted], side.main));
    CHECK(cudaStreamSynchronize(side.main));  // a step waits for its token, as decoding does
  }
  if (ready) CHECK(cudaGraphExecDestroy(ready));
}

void reset(Side& side, uint32_t most) {
  CHECK(cudaSetDevice(side.index));
  Device& device = side.device;
  for (uint32_t* counter : {device.posted, device.awaited, device.blocks_done, device.failures,
                            const_cast<uint32_t*>(device.flag)})
    CHECK(cudaMemset(counter, 0, sizeof(uint32_t)));
  CHECK(cudaMemset(device.received, 0, 2 * size_t(most)));
  std::memset(device.ring, 0, RING * sizeof(Descriptor));
  side.called = 0;
  side.served = 0;
  CHECK(cudaDeviceSynchronize());
}

// Says whether every exchange took place and the last two arrived whole.
bool verify(Side& side, const std::vector<char>& pattern, Way way, uint32_t bytes, uint32_t exchanges) {
  if (way == NONE) return true;
  CHECK(cudaSetDevice(side.index));
  uint32_t flag = 0, failures = 0;
  std::vector<char> received(2 * size_t(bytes));
  CHECK(cudaMemcpy(&flag, const_cast<uint32_t*>(side.device.flag), sizeof(flag), cudaMemcpyDefault));
  CHECK(cudaMemcpy(&failures, side.device.failures, sizeof(failures), cudaMemcpyDefault));
  CHECK(cudaMemcpy(received.data(), side.device.received, received.size(), cudaMemcpyDefault));
  bool is_right = failures == 0 && flag == exchanges;
  for (int half = 0; half < 2; ++half)
    is_right = is_right && std::memcmp(received.data() + half * size_t(bytes), pattern.data(), bytes) == 0;
  if (!is_right)
    std::printf("step: %s, %u bytes: %u of %u exchanges, or wrong bytes\n", WAYS[way], bytes, flag, exchanges);
  return is_right;
}

void make(Side& side, int index, const std::vector<char>& pattern) {
  side.index = index;
  CHECK(cudaSetDevice(index));
  Device& device = side.device;
  CHECK(cudaMalloc(&device.payload, pattern.size()));
  CHECK(cudaMalloc(&device.received, 2 * pattern.size()));
  CHECK(cudaMemcpy(device.payload, pattern.data(), pattern.size(), cudaMemcpyDefault));
  uint32_t* counters;  // a line of 256 bytes each
  CHECK(cudaMalloc(&counters, 5 * 256));
  device.flag = counters;
  device.posted = counters + 64;
  device.awaited = counters + 128;
  device.blocks_done = counters + 192;
  device.failures = counters + 256;
  std::vector<uint32_t> numbers(FLAGS);
  for (uint32_t number = 0; number < FLAGS; ++number) numbers[number] = number;
  CHECK(cudaMalloc(&device.numbers, FLAGS * sizeof(uint32_t)));
  CHECK(cudaMemcpy(device.numbers, numbers.data(), FLAGS * sizeof(uint32_t), cudaMemcpyDefault));
  CHECK(cudaMalloc(&device.sink, ARITHMETIC_BLOCKS * 256 * sizeof(float)));
  device.ring = pinned<Descriptor>(RING);
  for (cudaStream_t* stream : {&side.main, &side.beside, &side.copies})
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&side.forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&side.joined, cudaEventDisableTiming));
  for (int round = 0; round < ITERATIONS; ++round) {
    CHECK(cudaEventCreate(&side.begun[round]));
    CHECK(cudaEventCreate(&side.ended[round]));
  }
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: step FOLDER\n");
    return 2;
  }
  if (devices() < 2) {
    std::printf("step: not run, there is one device\n");
    return 0;
  }
  open_peers();
  std::vector<std::vector<char>> patterns(2, std::vector<char>(SIZES[1]));
  uint32_t state = 7;
  for (auto& pattern : patterns)
    for (char& byte : pattern) byte = char((state = state * 1664525u + 1013904223u) >> 24);
  std::vector<Side> sides(2);
  for (int index = 0; index < 2; ++index) make(sides[index], index, patterns[index]);
  for (int index = 0; index < 2; ++index) {
    sides[index].device.peer_received = sides[1 - index].device.received;
    sides[index].device.peer_flag = sides[1 - index].device.flag;
  }
  std::ofstream file(std::string(arguments[1]) + "/step.csv");
  file << "way,launch,order,bytes,layers,ns\n";
  for (Way way : {NONE, DIRECT, PROXIED, CALLBACK})
    for (bool is_graph : {false, true})
      for (bool is_overlapped : {false, true})
        for (uint32_t bytes : SIZES)
          for (int layers : LAYERS) {
            // A callback captured into a graph on both devices stalled for seconds when it was tried.
            if (way == CALLBACK && is_graph) continue;
            if (way == NONE && (is_overlapped || bytes != SIZES[0])) continue;  // nothing would differ
            for (Side& side : sides) reset(side, SIZES[1]);
            const auto started = std::chrono::steady_clock::now();
            std::atomic<bool> stop{false};
            std::vector<std::thread> servers;
            if (way == PROXIED || way == CALLBACK)
              for (Side& side : sides) servers.emplace_back(serve, std::ref(side), way, bytes, &stop);
            std::thread other(run_side, std::ref(sides[1]), way, bytes, layers, is_overlapped, is_graph);
            run_side(sides[0], way, bytes, layers, is_overlapped, is_graph);
            other.join();
            stop = true;
            for (auto& server : servers) server.join();
            for (Side& side : sides) {
              CHECK(cudaSetDevice(side.index));
              CHECK(cudaDeviceSynchronize());
            }
            const uint32_t exchanges = uint32_t(WARM_UP + ITERATIONS) * layers;
            std::printf("step: %s %s %s %u bytes %d layers: %.2f s\n", WAYS[way], is_graph ? "graph" : "single",
                        is_overlapped ? "overlapped" : "serial", bytes, layers, seconds_since(started));
            std::fflush(stdout);
            for (int index = 0; index < 2; ++index)
              if (!verify(sides[index], patterns[1 - index], way, bytes, exchanges)) {
                file.flush();
                return 1;
              }
            CHECK(cudaSetDevice(0));
            for (int round = 0; round < ITERATIONS; ++round) {
              float milliseconds = 0;
              CHECK(cudaEventElapsedTime(&milliseconds, sides[0].begun[round], sides[0].ended[round]));
              file << WAYS[way] << ',' << (is_graph ? "graph" : "single") << ','
                   << (is_overlapped ? "overlapped" : "serial") << ',' << (way == NONE ? 0 : bytes) << ',' << layers
                   << ',' << int64_t(double(milliseconds) * 1e6 + 0.5) << '\n';
            }
          }
  file.flush();
  std::printf("step: %d iterations each\n", ITERATIONS);
  return file ? 0 : 2;
}
