/* x1 += A*y1 and x2 += transpose(A)*y2 for an n x n matrix, single precision, 1-D subscripts, size
 * known at run time, one region for each product. An expert has no clause to add: each sum is one
 * thread's. */
#include "bench.h"

static void mvt_rows(int n, float *A, float *x1, float *y1) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], y1[0:n]) map(tofrom: x1[0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      x1[i] += A[i*n + j] * y1[j];
    }
  }
}

static void mvt_columns(int n, float *A, float *x2, float *y2) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], y2[0:n]) map(tofrom: x2[0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      x2[i] += A[j*n + i] * y2[j];
    }
  }
}

static void mvt_serial(int n, const float *A, float *x1, float *x2, const float *y1, const float *y2) {
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      x1[row] += A[row*n + column] * y1[column];
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      x2[column] += A[row*n + column] * y2[row];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "mvt");
  int n = bench_size("n", 2048, 1, 32768);
  size_t items = (size_t)n;
  float *A = bench_floats(items * items, 1);
  float *x1 = bench_floats(items, 2), *y1 = bench_floats(items, 3);
  float *x2 = bench_floats(items, 4), *y2 = bench_floats(items, 5);
  float *expected1 = bench_floats(items, 2), *expected2 = bench_floats(items, 4);

  bench_keep(x1, sizeof *x1 * (size_t)n);
  bench_keep(x2, sizeof *x2 * (size_t)n);
#pragma omp target enter data map(to: A[0:n*n], x1[0:n], y1[0:n], x2[0:n], y2[0:n])
  while (bench_repeat()) {
#pragma omp target update to(x1[0:n], x2[0:n])
    BENCH_TIME(mvt_rows, n, A, x1, y1);
    BENCH_TIME(mvt_columns, n, A, x2, y2);
  }
#pragma omp target exit data map(from: x1[0:n], x2[0:n]) map(release: A[0:n*n], y1[0:n], y2[0:n])

  if (bench_wants_reference())
    mvt_serial(n, A, expected1, expected2, y1, y2);
  bench_output_floats(x1, expected1, items);
  bench_output_floats(x2, expected2, items);
  return bench_end();
}
