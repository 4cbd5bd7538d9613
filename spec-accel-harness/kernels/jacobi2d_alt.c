/* A relaxation whose rows do not depend on one another (the CC'17 paper's Fig. 1): B = FACTOR * (A and
 * its right neighbour), then A = B, for a number of time steps. The plain version takes each row
 * through all steps in one thread; the expert's regions compute one step of all points. */
#include "bench.h"

#define FACTOR 0.5f

static void jacobi2d_alt(int steps, int n, float *A, float *B) {
#ifdef EXPERT
  for (int t = 0; t < steps; t++) {
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*n]) map(tofrom: B[0:n*n])
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i*n + j] = FACTOR * (A[i*n + j] + A[i*n + j + 1]);
#pragma omp target teams distribute parallel for collapse(2) map(to: B[0:n*n]) map(tofrom: A[0:n*n])
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i*n + j] = B[i*n + j];
  }
#else
#pragma omp target teams distribute parallel for map(tofrom: A[0:n*n], B[0:n*n])
  for (int i = 1; i < n - 1; i++)
    for (int t = 0; t < steps; t++) {
      for (int j = 1; j < n - 1; j++)
        B[i*n + j] = FACTOR * (A[i*n + j] + A[i*n + j + 1]);
      for (int j = 1; j < n - 1; j++)
        A[i*n + j] = B[i*n + j];
    }
#endif
}

/* In place: a point's right neighbour is not yet of this step when the point is computed. */
static void jacobi2d_alt_serial(int steps, int n, float *A) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i*n + j] = FACTOR * (A[i*n + j] + A[i*n + j + 1]);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "jacobi2d_alt");
  int n = bench_size("n", 1024, 3, 16384), steps = bench_size("steps", 10, 1, 100000);
  size_t count = (size_t)n * (size_t)n;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0), *expected = bench_floats(count, 1);

  bench_keep(A, sizeof *A * (size_t)count);
#pragma omp target enter data map(to: A[0:count], B[0:count])
  while (bench_repeat()) {
#pragma omp target update to(A[0:count])
    BENCH_TIME(jacobi2d_alt, steps, n, A, B);
  }
#pragma omp target exit data map(from: A[0:count]) map(release: B[0:count])

  if (bench_wants_reference())
    jacobi2d_alt_serial(steps, n, expected);
  bench_output_floats(A, expected, count);
  return bench_end();
}
