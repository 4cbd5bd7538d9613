/* y = ALPHA*A*x + BETA*B*x for n x n matrices, single precision, both sums in one pass. An expert has
 * no clause to add: each sum is one thread's. */
#include "bench.h"

#define ALPHA 1.5f
#define BETA 0.75f

static void gesummv(int n, float *A, float *B, float *x, float *y) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], B[0:n*n], x[0:n]) map(from: y[0:n])
  for (int i = 0; i < n; i++) {
    float a = 0.0f, b = 0.0f;
    for (int j = 0; j < n; j++) {
      a += A[i*n + j] * x[j];
      b += B[i*n + j] * x[j];
    }
    y[i] = ALPHA * a + BETA * b;
  }
}

static float row_product(int n, const float *row, const float *x) {
  float sum = 0.0f;
  for (int j = 0; j < n; j++)
    sum += row[j] * x[j];
  return sum;
}

static void gesummv_serial(int n, const float *A, const float *B, const float *x, float *y) {
  for (int i = 0; i < n; i++)
    y[i] = ALPHA * row_product(n, A + i*n, x) + BETA * row_product(n, B + i*n, x);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "gesummv");
  int n = bench_size("n", 1536, 1, 32768);
  size_t items = (size_t)n, count = items * items;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 2), *x = bench_floats(items, 3);
  float *y = bench_floats(items, 0), *expected = bench_floats(items, 0);

#pragma omp target enter data map(to: A[0:count], B[0:count], x[0:n]) map(alloc: y[0:n])
  while (bench_repeat())
    BENCH_TIME(gesummv, n, A, B, x, y);
#pragma omp target exit data map(from: y[0:n]) map(release: A[0:count], B[0:count], x[0:n])

  if (bench_wants_reference())
    gesummv_serial(n, A, B, x, expected);
  bench_output_floats(y, expected, items);
  return bench_end();
}
