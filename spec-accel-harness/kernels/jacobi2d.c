/* Jacobi's relaxation with five points over the interior of an n x n grid, double precision, rows as
 * arrays of run-time length; per time step one region that computes and one that copies back. */
#include "bench.h"

static void jacobi2d_relax(int n, double A[n][n], double B[n][n]) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n]) map(tofrom: B[0:n])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n]) map(tofrom: B[0:n])
#endif
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < n - 1; j++) {
      B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    }
  }
}

static void jacobi2d_copy(int n, double A[n][n], double B[n][n]) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: B[0:n]) map(tofrom: A[0:n])
#else
#pragma omp target teams distribute parallel for map(to: B[0:n]) map(tofrom: A[0:n])
#endif
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < n - 1; j++) {
      A[i][j] = B[i][j];
    }
  }
}

static void jacobi2d_serial(int steps, int n, double *now) {
  double *next = bench_doubles((size_t)n * (size_t)n, 0);
  for (int t = 0; t < steps; t++) {
    memcpy(next, now, (size_t)n * (size_t)n * sizeof *now);
    for (int i = 1; i < n - 1; i++)
      for (int at = i*n + 1; at < i*n + n - 1; at++)
        next[at] = 0.2 * (now[at] + now[at - 1] + now[at + 1] + now[at - n] + now[at + n]);
    memcpy(now, next, (size_t)n * (size_t)n * sizeof *now);
  }
  free(next);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "jacobi2d");
  int n = bench_size("n", 768, 3, 16384), steps = bench_size("steps", 10, 1, 100000);
  size_t count = (size_t)n * (size_t)n;
  double *A = bench_doubles(count, 1), *B = bench_doubles(count, 0), *expected = bench_doubles(count, 1);

  bench_keep(A, sizeof *A * (size_t)count);
#pragma omp target enter data map(to: A[0:count], B[0:count])
  while (bench_repeat()) {
#pragma omp target update to(A[0:count])
    for (int t = 0; t < steps; t++) {
      BENCH_TIME(jacobi2d_relax, n, (double (*)[n])A, (double (*)[n])B);
      BENCH_TIME(jacobi2d_copy, n, (double (*)[n])A, (double (*)[n])B);
    }
  }
#pragma omp target exit data map(from: A[0:count]) map(release: B[0:count])

  if (bench_wants_reference())
    jacobi2d_serial(steps, n, expected);
  bench_output_doubles(A, expected, count);
  return bench_end();
}
