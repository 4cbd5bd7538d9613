/* Jacobi's relaxation with five points over the interior of an n x n grid, one thread for each point;
 * per time step one kernel that computes and one that copies back. */
#include "bench_cuda.h"

__global__ void relax_point(int n, const double *A, double *B) {
  int i = (int)(blockIdx.y * blockDim.y + threadIdx.y) + 1, j = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;
  if (i < n - 1 && j < n - 1)
    B[i*n + j] = 0.2 * (A[i*n + j] + A[i*n + j - 1] + A[i*n + j + 1] + A[(i - 1)*n + j] + A[(i + 1)*n + j]);
}

__global__ void copy_point(int n, double *A, const double *B) {
  int i = (int)(blockIdx.y * blockDim.y + threadIdx.y) + 1, j = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;
  if (i < n - 1 && j < n - 1)
    A[i*n + j] = B[i*n + j];
}

static void jacobi2d_relax(int n, const double *A, double *B) {
  dim3 block(32, 8), grid(bench_blocks(n - 2, 32), bench_blocks(n - 2, 8));
  BENCH_LAUNCH(relax_point, grid, block, n, A, B);
  bench_wait();
}

static void jacobi2d_copy(int n, double *A, const double *B) {
  dim3 block(32, 8), grid(bench_blocks(n - 2, 32), bench_blocks(n - 2, 8));
  BENCH_LAUNCH(copy_point, grid, block, n, A, B);
  bench_wait();
}

int main(int argc, char **argv) {
  bench_cuda_begin(argc, argv, "jacobi2d");
  int n = bench_size("n", 768, 3, 16384), steps = bench_size("steps", 10, 1, 100000);
  size_t count = (size_t)n * (size_t)n;
  double *A = bench_doubles(count, 1), *B = bench_doubles(count, 0);
  double *dA = bench_device(A, count), *dB = bench_device(B, count);

  while (bench_repeat()) {
    bench_update(dA, A, sizeof *A * count);
    for (int t = 0; t < steps; t++) {
      BENCH_TIME(jacobi2d_relax, n, dA, dB);
      BENCH_TIME(jacobi2d_copy, n, dA, dB);
    }
  }
  bench_output(A, dA, count);
  return bench_end();
}
