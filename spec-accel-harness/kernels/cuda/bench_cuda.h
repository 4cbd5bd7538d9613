/* What the CUDA versions share: storage on the device, launches, errors. A program here has the
 * regions' names of its OpenMP version, its initial values, its order of floating-point operations,
 * and prints what `bench.h` prints, so that checksums can be compared.
 *
 * Compiled as C++ without nvcc, the threads of a launch run one after another on the host: that tests
 * the program where there is no GPU, and its times mean nothing. */
#ifndef BENCH_CUDA_H
#define BENCH_CUDA_H

#ifdef __CUDACC__

#define BENCH_LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)

static int bench_cuda_devices(void) {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

#else

#include <cstdlib>
#include <cstring>

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned columns = 1, unsigned rows = 1, unsigned planes = 1) : x(columns), y(rows), z(planes) {}
};

static dim3 blockDim, blockIdx, threadIdx;

#define __global__ static

/* Runs `body` for each thread of a launch in one plane. */
template <typename Body>
static void bench_each_thread(dim3 grid, dim3 block, Body body) {
  blockDim = block;
  for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
    for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
      for (threadIdx.y = 0; threadIdx.y < block.y; threadIdx.y++)
        for (threadIdx.x = 0; threadIdx.x < block.x; threadIdx.x++)
          body();
}

#define BENCH_LAUNCH(kernel, grid, block, ...) \
  bench_each_thread(grid, block, [&] { kernel(__VA_ARGS__); })

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };

static cudaError_t cudaMalloc(void **storage, size_t size) {
  *storage = std::malloc(size);
  return *storage ? cudaSuccess : cudaErrorMemoryAllocation;
}
static cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind) {
  std::memcpy(to, from, size);
  return cudaSuccess;
}
static cudaError_t cudaGetLastError(void) { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
static const char *cudaGetErrorString(cudaError_t) { return "out of memory"; }
static int bench_cuda_devices(void) { return 0; }

#endif

#define BENCH_DEVICES bench_cuda_devices()
#include "../bench.h"

static inline void bench_cuda_check(cudaError_t error, const char *what) {
  if (error != cudaSuccess)
    bench_fail(what, cudaGetErrorString(error));
}

/* As bench_begin; the serial version is the OpenMP program's. */
static inline void bench_cuda_begin(int argc, char **argv, const char *kernel) {
  bench_begin(argc, argv, kernel);
  if (bench_wants_reference())
    bench_fail("reference", "the OpenMP version has it; compare the checksums");
}

/* The number of blocks of `size` threads for `count` of them. */
static inline unsigned bench_blocks(int count, unsigned size) { return ((unsigned)count + size - 1) / size; }

/* Copies `size` bytes to the device. */
static inline void bench_update(void *device, const void *host, size_t size) {
  bench_cuda_check(cudaMemcpy(device, host, size, cudaMemcpyHostToDevice), "copy to the device");
}

/* New storage on the device with the contents of `host`. */
template <typename Item>
static Item *bench_device(const Item *host, size_t count) {
  void *storage = NULL;
  bench_cuda_check(cudaMalloc(&storage, count * sizeof *host), "device memory");
  bench_update(storage, host, count * sizeof *host);
  return (Item *)storage;
}

/* Copies an output array back and adds it to the checksum. */
template <typename Item>
static void bench_output(Item *host, const Item *device, size_t count) {
  size_t size = count * sizeof *host;
  bench_cuda_check(cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost), "copy from the device");
  bench_hash(host, size);
}

/* Waits until the last launch is done. */
static inline void bench_wait(void) {
  bench_cuda_check(cudaGetLastError(), "launch");
  bench_cuda_check(cudaDeviceSynchronize(), "kernel");
}

#endif
