/* C = BETA*C + ALPHA*S*B for a symmetric n x n matrix S of which only the lower triangle A is stored
 * (the upper one is never read), and an n x m matrix B, single precision. */
#include "bench.h"

#define ALPHA 0.75f
#define BETA 0.5f

static void symm(int n, int m, float *A, float *B, float *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*n], B[0:n*m]) map(tofrom: C[0:n*m])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*n], B[0:n*m]) map(tofrom: C[0:n*m])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      float sum = 0.0f;
      for (int k = 0; k <= i; k++)
        sum += A[i*n + k] * B[k*m + j];
      for (int k = i + 1; k < n; k++)
        sum += A[k*n + i] * B[k*m + j];
      C[i*m + j] = BETA * C[i*m + j] + ALPHA * sum;
    }
  }
}

static void symm_serial(int n, int m, const float *A, const float *B, float *C) {
  float *sum = bench_floats((size_t)m, 0);
  for (int i = 0; i < n; i++) {
    memset(sum, 0, (size_t)m * sizeof *sum);
    for (int k = 0; k < n; k++) {
      float element = k < i ? A[i*n + k] : A[k*n + i];
      for (int j = 0; j < m; j++)
        sum[j] += element * B[k*m + j];
    }
    for (int j = 0; j < m; j++)
      C[i*m + j] = BETA * C[i*m + j] + ALPHA * sum[j];
  }
  free(sum);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "symm");
  int n = bench_size("n", 288, 1, 8192), m = bench_size("m", 256, 1, 8192);
  size_t square = (size_t)n * (size_t)n, count = (size_t)n * (size_t)m;
  float *A = bench_floats(square, 1), *B = bench_floats(count, 2), *C = bench_floats(count, 3);
  float *expected = bench_floats(count, 3);

  bench_keep(C, sizeof *C * (size_t)count);
#pragma omp target enter data map(to: A[0:square], B[0:count], C[0:count])
  while (bench_repeat()) {
#pragma omp target update to(C[0:count])
    BENCH_TIME(symm, n, m, A, B, C);
  }
#pragma omp target exit data map(from: C[0:count]) map(release: A[0:square], B[0:count])

  if (bench_wants_reference())
    symm_serial(n, m, A, B, expected);
  bench_output_floats(C, expected, count);
  return bench_end();
}
