/* The two products of a step of the biconjugate gradient method, q = A*p and s = transpose(A)*r, for
 * an n x m matrix, double precision, one region each. An expert has no clause to add. */
#include "bench.h"

static void bicg_rows(int n, int m, double *A, double *p, double *q) {
#pragma omp target teams distribute parallel for map(to: A[0:n*m], p[0:m]) map(from: q[0:n])
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < m; j++)
      sum += A[i*m + j] * p[j];
    q[i] = sum;
  }
}

static void bicg_columns(int n, int m, double *A, double *r, double *s) {
#pragma omp target teams distribute parallel for map(to: A[0:n*m], r[0:n]) map(from: s[0:m])
  for (int j = 0; j < m; j++) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
      sum += r[i] * A[i*m + j];
    s[j] = sum;
  }
}

static void bicg_serial(int n, int m, const double *A, const double *p, const double *r, double *q, double *s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      q[i] += A[i*m + j] * p[j];
      s[j] += r[i] * A[i*m + j];
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "bicg");
  int n = bench_size("n", 1536, 1, 32768), m = bench_size("m", 1536, 1, 32768);
  size_t rows = (size_t)n, columns = (size_t)m, count = rows * columns;
  double *A = bench_doubles(count, 1), *p = bench_doubles(columns, 2), *r = bench_doubles(rows, 3);
  double *q = bench_doubles(rows, 0), *s = bench_doubles(columns, 0);
  double *expected_q = bench_doubles(rows, 0), *expected_s = bench_doubles(columns, 0);

#pragma omp target enter data map(to: A[0:count], p[0:m], r[0:n]) map(alloc: q[0:n], s[0:m])
  while (bench_repeat()) {
    BENCH_TIME(bicg_rows, n, m, A, p, q);
    BENCH_TIME(bicg_columns, n, m, A, r, s);
  }
#pragma omp target exit data map(from: q[0:n], s[0:m]) map(release: A[0:count], p[0:m], r[0:n])

  if (bench_wants_reference())
    bicg_serial(n, m, A, p, r, expected_q, expected_s);
  bench_output_doubles(q, expected_q, rows);
  bench_output_doubles(s, expected_s, columns);
  return bench_end();
}
