/* C = BETA*C + ALPHA*A*transpose(A) for an n x m matrix, the whole of C, single precision, one region
 * for each term. */
#include "bench.h"

#define ALPHA 0.75f
#define BETA 0.5f

static void syrk_scale(int n, float *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: C[0:n*n])
#else
#pragma omp target teams distribute parallel for map(tofrom: C[0:n*n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      C[i*n + j] *= BETA;
    }
  }
}

static void syrk_product(int n, int m, float *A, float *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: C[0:n*n])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: C[0:n*n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < m; k++) {
        C[i*n + j] += ALPHA * A[i*m + k] * A[j*m + k];
      }
    }
  }
}

static void syrk_serial(int n, int m, const float *A, float *C) {
  for (int at = 0; at < n * n; at++) {
    const float *left = A + at / n * m, *right = A + at % n * m;
    C[at] *= BETA;
    for (int k = 0; k < m; k++)
      C[at] += ALPHA * left[k] * right[k];
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "syrk");
  int n = bench_size("n", 288, 1, 16384), m = bench_size("m", 256, 1, 16384);
  size_t count = (size_t)n * (size_t)m, square = (size_t)n * (size_t)n;
  float *A = bench_floats(count, 1), *C = bench_floats(square, 2), *expected = bench_floats(square, 2);

  bench_keep(C, sizeof *C * (size_t)square);
#pragma omp target enter data map(to: A[0:count], C[0:square])
  while (bench_repeat()) {
#pragma omp target update to(C[0:square])
    BENCH_TIME(syrk_scale, n, C);
    BENCH_TIME(syrk_product, n, m, A, C);
  }
#pragma omp target exit data map(from: C[0:square]) map(release: A[0:count])

  if (bench_wants_reference())
    syrk_serial(n, m, A, expected);
  bench_output_floats(C, expected, square);
  return bench_end();
}
