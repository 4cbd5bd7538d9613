/* x1 += A*y1 and x2 += transpose(A)*y2, one thread for each element of the result. */
#include "bench_cuda.h"

__global__ void mvt_row(int n, const float *A, float *x1, const float *y1) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n)
    return;
  for (int j = 0; j < n; j++)
    x1[i] += A[i*n + j] * y1[j];
}

__global__ void mvt_column(int n, const float *A, float *x2, const float *y2) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n)
    return;
  for (int j = 0; j < n; j++)
    x2[i] += A[j*n + i] * y2[j];
}

static void mvt_rows(int n, const float *A, float *x1, const float *y1) {
  BENCH_LAUNCH(mvt_row, bench_blocks(n, 128), 128, n, A, x1, y1);
  bench_wait();
}

static void mvt_columns(int n, const float *A, float *x2, const float *y2) {
  BENCH_LAUNCH(mvt_column, bench_blocks(n, 128), 128, n, A, x2, y2);
  bench_wait();
}

int main(int argc, char **argv) {
  bench_cuda_begin(argc, argv, "mvt");
  int n = bench_size("n", 2048, 1, 32768);
  size_t items = (size_t)n;
  float *A = bench_floats(items * items, 1);
  float *x1 = bench_floats(items, 2), *y1 = bench_floats(items, 3);
  float *x2 = bench_floats(items, 4), *y2 = bench_floats(items, 5);
  float *dA = bench_device(A, items * items);
  float *dx1 = bench_device(x1, items), *dy1 = bench_device(y1, items);
  float *dx2 = bench_device(x2, items), *dy2 = bench_device(y2, items);

  while (bench_repeat()) {
    bench_update(dx1, x1, sizeof *x1 * items);
    bench_update(dx2, x2, sizeof *x2 * items);
    BENCH_TIME(mvt_rows, n, dA, dx1, dy1);
    BENCH_TIME(mvt_columns, n, dA, dx2, dy2);
  }
  bench_output(x1, dx1, items);
  bench_output(x2, dx2, items);
  return bench_end();
}
