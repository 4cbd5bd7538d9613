/* B = transpose(A) for an n x m matrix, single precision: whichever loop is parallel, one of the two
 * arrays is strided. */
#include "bench.h"

static void transpose(int n, int m, float *A, float *B) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(from: B[0:n*m])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: B[0:n*m])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      B[j*n + i] = A[i*m + j];
    }
  }
}

static void transpose_serial(int n, int m, const float *A, float *B) {
  for (int at = 0; at < n * m; at++)
    B[at] = A[at % n * m + at / n];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "transpose");
  int n = bench_size("n", 1024, 1, 16384), m = bench_size("m", 1536, 1, 16384);
  size_t count = (size_t)n * (size_t)m;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0), *expected = bench_floats(count, 0);

#pragma omp target enter data map(to: A[0:count]) map(alloc: B[0:count])
  while (bench_repeat())
    BENCH_TIME(transpose, n, m, A, B);
#pragma omp target exit data map(from: B[0:count]) map(release: A[0:count])

  if (bench_wants_reference())
    transpose_serial(n, m, A, expected);
  bench_output_floats(B, expected, count);
  return bench_end();
}
