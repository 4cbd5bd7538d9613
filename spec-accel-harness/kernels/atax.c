/* y = transpose(A)*(A*x) for an n x m matrix, single precision, one region for each product. An
 * expert has no clause to add: each sum is one thread's. */
#include "bench.h"

static void atax_rows(int n, int m, float *A, float *x, float *t) {
#pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(from: t[0:n])
  for (int i = 0; i < n; i++) {
    t[i] = 0.0f;
    for (int j = 0; j < m; j++)
      t[i] += A[i*m + j] * x[j];
  }
}

static void atax_columns(int n, int m, float *A, float *t, float *y) {
#pragma omp target teams distribute parallel for map(to: A[0:n*m], t[0:n]) map(from: y[0:m])
  for (int j = 0; j < m; j++) {
    y[j] = 0.0f;
    for (int i = 0; i < n; i++)
      y[j] += A[i*m + j] * t[i];
  }
}

static void atax_serial(int n, int m, const float *A, const float *x, float *y) {
  for (int i = 0; i < n; i++) {
    float t = 0.0f;
    for (int j = 0; j < m; j++)
      t += A[i*m + j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] += A[i*m + j] * t;
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "atax");
  int n = bench_size("n", 2048, 1, 32768), m = bench_size("m", 1536, 1, 32768);
  size_t rows = (size_t)n, columns = (size_t)m, count = rows * columns;
  float *A = bench_floats(count, 1), *x = bench_floats(columns, 2), *t = bench_floats(rows, 0);
  float *y = bench_floats(columns, 0), *expected = bench_floats(columns, 0);

#pragma omp target enter data map(to: A[0:count], x[0:m]) map(alloc: t[0:n], y[0:m])
  while (bench_repeat()) {
    BENCH_TIME(atax_rows, n, m, A, x, t);
    BENCH_TIME(atax_columns, n, m, A, t, y);
  }
#pragma omp target exit data map(from: y[0:m]) map(release: A[0:count], x[0:m], t[0:n])

  if (bench_wants_reference())
    atax_serial(n, m, A, x, expected);
  bench_output_floats(y, expected, columns);
  return bench_end();
}
