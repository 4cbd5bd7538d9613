/* Flat loops over a matrix whose counter is split the wrong way round: lanes differ in the number that moves an address by a row. */
/* warpcc-flags: -std=c11 -Wextra -Werror=unused-variable */
#include "../check.h"
#include <stddef.h>
enum { N = 40, M = 56 };

static void ints(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j]; //~ sectors=1..32->8
  }
}

/* The product comes in another order, and the counter is declared outside. */
static void counter(double *a, const double *b, int n, int m) {
  int id;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (id = 0; id < m * n; ++id) {
    const int j = id / n;
    const int i = id % n;
    a[i * m + j] -= b[i * m + j];
  }
}

static void long_sizes(double *a, const double *b, long n, long m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (long id = 0; id < n * m; id++) {
    long i = id % n, j = id / n;
    a[i * m + j] += 2 * b[i * m + j];
  }
}

/* The product of two `int` fits in a `size_t`. */
static void wide(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (size_t id = 0; id < (size_t)n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += 3 * b[i * m + j];
  }
}

/* Products of unsigned sizes may wrap around, which the host finds out. */
static void sizes(double *a, const double *b, size_t n, size_t m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (size_t id = 0; id < n * m; id++) {
    size_t i = id % n, j = id / n;
    a[i * m + j] -= 2 * b[i * m + j];
  }
}

/* Numbers need no test. */
static void numbers(double (*a)[M], double (*b)[M]) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) map(to: b[0:N]) //~ plan=transpose(id) !WC109
  for (int id = 0; id < N * M; id++) {
    int i = id % N, j = id / N;
    a[i][j] += b[i][j];
  }
}

/* One side is a number. */
static void one_number(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*64]) //~ plan=transpose(k)
  for (int k = 0; k < n * 64; k++) {
    int row = k % n, column = k / n;
    a[row * 64 + column] = 2 * a[row * 64 + column] + row;
  }
}

/* An array of a variable shape. */
static void variable(int n, int m, double a[n][m]) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=transpose(id)
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i][j] += i - 2 * j;
  }
}

int main(void) {
  static double a[N * M], b[N * M];
  static float f[N * 64];
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(f, N * 64);
  ints(a, b, N, M); SHOW(a, N * M);
  ints(a, b, 7, 5); SHOW(a, N * M);
  ints(a, b, 0, 5); SHOW(a, N * M);
  counter(a, b, N, M); SHOW(a, N * M);
  long_sizes(a, b, N, M); SHOW(a, N * M);
  wide(a, b, N, M); SHOW(a, N * M);
  sizes(a, b, N, M); SHOW(a, N * M);
  sizes(a, b, M, 1); SHOW(a, N * M);
  sizes(a, b, 1, M); SHOW(a, N * M);
  numbers((double (*)[M])a, (double (*)[M])b); SHOW(a, N * M);
  one_number(f, N); SHOW(f, N * 64);
  variable(N, M, (double (*)[M])a); SHOW(a, N * M);
  return 0;
}
