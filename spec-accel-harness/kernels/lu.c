/* LU factorisation without pivoting of an n x n diagonally dominant matrix, in place, double
 * precision: for each k the column of L, then the rest of the matrix. */
#include "bench.h"

static void lu_column(int n, int k, double *A) {
#pragma omp target teams distribute parallel for map(tofrom: A[0:n*n])
  for (int i = k + 1; i < n; i++)
    A[i*n + k] /= A[k*n + k];
}

static void lu_rest(int n, int k, double *A) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: A[0:n*n])
#else
#pragma omp target teams distribute parallel for map(tofrom: A[0:n*n])
#endif
  for (int i = k + 1; i < n; i++) {
    for (int j = k + 1; j < n; j++) {
      A[i*n + j] -= A[i*n + k] * A[k*n + j];
    }
  }
}

static void lu_serial(int n, double *A) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++) {
      A[i*n + k] /= A[k*n + k];
      for (int j = k + 1; j < n; j++)
        A[i*n + j] -= A[i*n + k] * A[k*n + j];
    }
}

static void fill(int n, double *A) {
  bench_fill_doubles(A, (size_t)n * (size_t)n, 1);
  for (int i = 0; i < n; i++)
    A[i*n + i] += n;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "lu");
  int n = bench_size("n", 256, 1, 8192);
  size_t count = (size_t)n * (size_t)n;
  double *A = bench_doubles(count, 0), *expected = bench_doubles(count, 0);
  fill(n, A);
  fill(n, expected);

  bench_keep(A, sizeof *A * (size_t)count);
#pragma omp target enter data map(to: A[0:count])
  while (bench_repeat()) {
#pragma omp target update to(A[0:count])
    for (int k = 0; k < n - 1; k++) {
      BENCH_TIME(lu_column, n, k, A);
      BENCH_TIME(lu_rest, n, k, A);
    }
  }
#pragma omp target exit data map(from: A[0:count])

  if (bench_wants_reference())
    lu_serial(n, expected);
  bench_output_doubles(A, expected, count);
  return bench_end();
}
