/* Sizes that are powers of two: `1 << k` is one number where k does not change. */
#include "../check.h"
enum { N = 40, K = 5 };

static void bound(double *x, int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << k); j++) x[i * (1 << k) + j] += i - j; //~ j=proved
}

static void named(double *x, int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)+sink(14)+substitute(14)
  for (int i = 0; i < n; i++) {
    int m = 1 << k;
    for (int j = 0; j < m; j++) x[i * m + j] += i - 2 * j;
  }
}

/* The rows have other lengths. */
static void triangle(double *x, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<n)]) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << i); j++) x[i * (1 << n) + j] += i - j;
}

/* Another power is another number. */
static void apart(double *x, int n, int k, int l) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<k)]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << l); j++) x[i * (1 << k) + j] = x[i * (1 << k)] + j;
}

int main(void) {
  static double x[N << K];
  FILL(x, N << K);
  bound(x, N, K); SHOW(x, N << K);
  named(x, N, K); SHOW(x, N << K);
  triangle(x, 6); SHOW(x, N << K);
  apart(x, N, K, 0); SHOW(x, N << K);
  return 0;
}
