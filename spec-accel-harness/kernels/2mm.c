/* D = BETA*D + ALPHA*A*B*C by way of T = ALPHA*A*B, double precision, arrays of run-time extents as
 * C99 writes them, one region for each product. */
#include "bench.h"

#define ALPHA 1.5
#define BETA 0.25

static void mm2_first(int n, int m, int l, double A[n][m], double B[m][l], double T[n][l]) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n], B[0:m]) map(from: T[0:n])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n], B[0:m]) map(from: T[0:n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < l; j++) {
      double sum = 0.0;
      for (int k = 0; k < m; k++)
        sum += ALPHA * A[i][k] * B[k][j];
      T[i][j] = sum;
    }
  }
}

static void mm2_second(int n, int l, double T[n][l], double C[l][l], double D[n][l]) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: T[0:n], C[0:l]) map(tofrom: D[0:n])
#else
#pragma omp target teams distribute parallel for map(to: T[0:n], C[0:l]) map(tofrom: D[0:n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < l; j++) {
      D[i][j] *= BETA;
      for (int k = 0; k < l; k++)
        D[i][j] += T[i][k] * C[k][j];
    }
  }
}

/* X += factor*Y*Z for an n x m and an m x l matrix. */
static void add_product(int n, int m, int l, double factor, double Y[n][m], double Z[m][l], double X[n][l]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < l; j++)
        X[i][j] += factor * Y[i][k] * Z[k][j];
}

static void mm2_serial(int n, int m, int l, double *A, double *B, double *C, double *D) {
  double *T = bench_doubles((size_t)n * (size_t)l, 0);
  add_product(n, m, l, ALPHA, (double (*)[m])A, (double (*)[l])B, (double (*)[l])T);
  for (int at = 0; at < n * l; at++)
    D[at] *= BETA;
  add_product(n, l, l, 1.0, (double (*)[l])T, (double (*)[l])C, (double (*)[l])D);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "2mm");
  int n = bench_size("n", 320, 1, 8192), m = bench_size("m", 288, 1, 8192), l = bench_size("l", 256, 1, 8192);
  size_t nm = (size_t)n * (size_t)m, ml = (size_t)m * (size_t)l, nl = (size_t)n * (size_t)l;
  size_t ll = (size_t)l * (size_t)l;
  double *A = bench_doubles(nm, 1), *B = bench_doubles(ml, 2), *C = bench_doubles(ll, 3);
  double *T = bench_doubles(nl, 0), *D = bench_doubles(nl, 4), *expected = bench_doubles(nl, 4);

  bench_keep(D, sizeof *D * (size_t)nl);
#pragma omp target enter data map(to: A[0:nm], B[0:ml], C[0:ll], D[0:nl]) map(alloc: T[0:nl])
  while (bench_repeat()) {
#pragma omp target update to(D[0:nl])
    BENCH_TIME(mm2_first, n, m, l, (double (*)[m])A, (double (*)[l])B, (double (*)[l])T);
    BENCH_TIME(mm2_second, n, l, (double (*)[l])T, (double (*)[l])C, (double (*)[l])D);
  }
#pragma omp target exit data map(from: D[0:nl]) map(release: A[0:nm], B[0:ml], C[0:ll], T[0:nl])

  if (bench_wants_reference())
    mm2_serial(n, m, l, A, B, C, expected);
  bench_output_doubles(D, expected, nl);
  return bench_end();
}
