/* Loops that clang unrolls as it likes. */
/* warpcc-flags: -O2 */
/* warpcc-scalars: on */
/* warpcc-unroll: on */
#include "../check.h"
enum { N = 70, M = 40, MANY = 1 << 18 };

/* Rows of a sparse matrix are short. */
static void sparse(int rows, int all, const double *a, const int *first, const int *column, const double *y, double *x) {
  #pragma omp target teams distribute parallel for map(to: a[0:all], first[0:rows+1], column[0:all], y[0:N]) map(from: x[0:rows]) //~ plan=none
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    const int end = first[i + 1];
    for (int k = first[i]; k < end; k++)
      sum += a[k] * y[column[k]];
    x[i] = sum;
  }
}

/* Few iterations. */
static void brief(const double *A, double *z) {
  #pragma omp target teams distribute parallel for map(to: A[0:N*M]) map(tofrom: z[0:M]) //~ plan=scalar(j)
  for (int i = 0; i < M; i++)
    for (int j = 0; j < 31; j++)
      z[i] += A[j * M + i];
}

/* Each iteration needs what the one before has stored. */
static void prefixes(double *A) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:N*M]) //~ plan=none
  for (int i = 0; i < M; i++)
    for (int j = 1; j < N; j++)
      A[j * M + i] += A[(j - 1) * M + i];
}

/* The programmer says how often. */
static void told(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  for (int i = 0; i < m; i++) {
    double sum = 0;
    #pragma clang loop unroll_count(4)
    for (int j = 0; j < n; j++)
      sum += A[j * m + i];
    x[i] += sum;
  }
}

/* Threads are enough. */
static void enough(const float *b, float *many) {
  #pragma omp target teams distribute parallel for map(to: b[0:64*64]) map(tofrom: many[0:MANY]) //~ plan=scalar(j)
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < 64; j++)
      many[i] += b[j * 64 + i % 64];
}

/* Nothing is loaded along the loop. */
static void powers(int n, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:M]) map(tofrom: x[0:M]) //~ plan=none
  for (int i = 0; i < M; i++) {
    double power = 1;
    for (int j = 0; j < n; j++)
      power *= A[i] * 0.125;
    x[i] += power;
  }
}

int main(void) {
  static double A[N * M], x[M], y[N], z[M], w[M], v[M];
  static float b[64 * 64], many[MANY];
  static int first[M + 1], column[M * 5];
  FILL(A, N * M); FILL(y, N); FILL(b, 64 * 64);
  for (int k = 0; k < M * 5; k++) column[k] = k * 7 % N;
  for (int k = 0; k <= M; k++) first[k] = k * 5;
  sparse(M, M * 5, A, first, column, y, x);
  brief(A, z);
  told(N, M, A, w);
  powers(5, A, v);
  enough(b, many);
  prefixes(A);
  SHOW(x, M); SHOW(z, M); SHOW(w, M); SHOW(v, M); SHOW(many, MANY); SHOW(A, N * M);
  return 0;
}
