/* C = BETA*C + ALPHA*(A*transpose(B) + B*transpose(A)) for n x m matrices, the whole of C, single
 * precision. */
#include "bench.h"

#define ALPHA 0.75f
#define BETA 0.5f

static void syr2k(int n, int m, float *A, float *B, float *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m], B[0:n*m]) map(tofrom: C[0:n*n])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*m], B[0:n*m]) map(tofrom: C[0:n*n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      C[i*n + j] *= BETA;
      for (int k = 0; k < m; k++) {
        C[i*n + j] += ALPHA * A[i*m + k] * B[j*m + k] + ALPHA * B[i*m + k] * A[j*m + k];
      }
    }
  }
}

static void syr2k_serial(int n, int m, const float *A, const float *B, float *C) {
  for (int at = 0; at < n * n; at++) {
    int row = at / n * m, column = at % n * m;
    C[at] *= BETA;
    for (int k = 0; k < m; k++)
      C[at] += ALPHA * A[row + k] * B[column + k] + ALPHA * B[row + k] * A[column + k];
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "syr2k");
  int n = bench_size("n", 256, 1, 16384), m = bench_size("m", 224, 1, 16384);
  size_t count = (size_t)n * (size_t)m, square = (size_t)n * (size_t)n;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 2), *C = bench_floats(square, 3);
  float *expected = bench_floats(square, 3);

  bench_keep(C, sizeof *C * (size_t)square);
#pragma omp target enter data map(to: A[0:count], B[0:count], C[0:square])
  while (bench_repeat()) {
#pragma omp target update to(C[0:square])
    BENCH_TIME(syr2k, n, m, A, B, C);
  }
#pragma omp target exit data map(from: C[0:square]) map(release: A[0:count], B[0:count])

  if (bench_wants_reference())
    syr2k_serial(n, m, A, B, expected);
  bench_output_floats(C, expected, square);
  return bench_end();
}
