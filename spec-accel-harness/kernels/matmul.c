/* C = A*B for square matrices, double precision, two-dimensional arrays of constant size. */
#include "bench.h"

#define N 320

static double A[N][N], B[N][N], C[N][N], expected[N][N];

static void matmul(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A, B) map(from: C)
#else
#pragma omp target teams distribute parallel for map(to: A, B) map(from: C)
#endif
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      C[i][j] = 0.0;
      for (int k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
  }
}

static void matmul_serial(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        expected[i][j] += A[i][k] * B[k][j];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "matmul");
  bench_fill_doubles(&A[0][0], N*N, 1);
  bench_fill_doubles(&B[0][0], N*N, 2);

#pragma omp target enter data map(to: A, B) map(alloc: C)
  while (bench_repeat())
    BENCH_TIME(matmul);
#pragma omp target exit data map(from: C) map(release: A, B)

  if (bench_wants_reference())
    matmul_serial();
  bench_output_doubles(&C[0][0], &expected[0][0], N*N);
  return bench_end();
}
