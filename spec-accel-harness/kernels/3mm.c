/* G = (A*B)*(C*D) for n x n matrices, single precision, restrict pointers, the mapping left to an
 * enclosing data environment, one region for each product. */
#include "bench.h"

static void mm3_left(int n, const float *restrict A, const float *restrict B, float *restrict E) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      E[i*n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        E[i*n + j] += A[i*n + k] * B[k*n + j];
    }
  }
}

static void mm3_right(int n, const float *restrict C, const float *restrict D, float *restrict F) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      F[i*n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        F[i*n + j] += C[i*n + k] * D[k*n + j];
    }
  }
}

static void mm3_both(int n, const float *restrict E, const float *restrict F, float *restrict G) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      G[i*n + j] = 0.0f;
      for (int k = 0; k < n; k++)
        G[i*n + j] += E[i*n + k] * F[k*n + j];
    }
  }
}

/* A new matrix: X*Y. */
static float *product(int n, const float *X, const float *Y) {
  float *Z = bench_floats((size_t)n * (size_t)n, 0);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        Z[i*n + j] += X[i*n + k] * Y[k*n + j];
  return Z;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "3mm");
  int n = bench_size("n", 256, 1, 8192);
  size_t count = (size_t)n * (size_t)n;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 2), *C = bench_floats(count, 3);
  float *D = bench_floats(count, 4), *E = bench_floats(count, 0), *F = bench_floats(count, 0);
  float *G = bench_floats(count, 0);

#pragma omp target enter data map(to: A[0:count], B[0:count], C[0:count], D[0:count])
#pragma omp target enter data map(alloc: E[0:count], F[0:count], G[0:count])
  while (bench_repeat()) {
    BENCH_TIME(mm3_left, n, A, B, E);
    BENCH_TIME(mm3_right, n, C, D, F);
    BENCH_TIME(mm3_both, n, E, F, G);
  }
#pragma omp target exit data map(from: G[0:count]) map(release: E[0:count], F[0:count])
#pragma omp target exit data map(release: A[0:count], B[0:count], C[0:count], D[0:count])

  float *expected = G;
  if (bench_wants_reference())
    expected = product(n, product(n, A, B), product(n, C, D));
  bench_output_floats(G, expected, count);
  return bench_end();
}
