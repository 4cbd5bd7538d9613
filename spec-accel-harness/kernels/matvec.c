/* y = A*x for an n x m matrix, single precision, constant sizes. An expert has no clause to add: each
 * sum is one thread's. */
#include "bench.h"

#define N 2048
#define M 1024

static float A[N][M], x[M], y[N], expected[N];

static void matvec(void) {
#pragma omp target teams distribute parallel for map(to: A, x) map(from: y)
  for (int i = 0; i < N; i++) {
    y[i] = 0.0f;
    for (int j = 0; j < M; j++)
      y[i] += A[i][j] * x[j];
  }
}

static void matvec_serial(void) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      expected[i] += A[i][j] * x[j];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "matvec");
  bench_fill_floats(&A[0][0], N*M, 1);
  bench_fill_floats(x, M, 2);

#pragma omp target enter data map(to: A, x) map(alloc: y)
  while (bench_repeat())
    BENCH_TIME(matvec);
#pragma omp target exit data map(from: y) map(release: A, x)

  if (bench_wants_reference())
    matvec_serial();
  bench_output_floats(y, expected, N);
  return bench_end();
}
