/* Sizes that are powers of two: `1 << k` is one number where k does not change. */
#include "../check.h"
enum { N = 40, K = 5 };

static void bound(double *x, int n, int k) {
#line 6
  {
#line 6
    #pragma clang diagnostic push
#line 6
    #pragma clang diagnostic ignored "-Weverything"
#line 6
    int warpcc_holds = 90016 >= (__int128)n;
#line 6
    #pragma clang diagnostic pop
#line 6
    if (warpcc_holds) {
#line 6
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << k); j++) x[i * (1 << k) + j] += i - j; //~ j=proved
#line 8
    } else {
#line 8
    #pragma clang diagnostic push
#line 8
    #pragma clang diagnostic ignored "-Weverything"
#line 6
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)
#line 7
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << k); j++) x[i * (1 << k) + j] += i - j;
#line 8
    #pragma clang diagnostic pop
#line 8
    }
#line 8
  }
#line 9
}

static void named(double *x, int n, int k) {
#line 12
  {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 12
    int warpcc_holds = 90016 >= (__int128)n;
#line 12
    #pragma clang diagnostic pop
#line 12
    if (warpcc_holds) {
#line 12
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)+sink(14)+substitute(14)
  for (int i = 0; i < n; i++) {
#line 15
    for (int j = 0; j < 1 << k; j++) { 
#line 14
      int m = 1 << k;
#line 15
                                x[i * m + j] += i - 2 * j;
#line 15
    }
#line 16
  }
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*(1<<k)]) //~ plan=collapse(2)+sink(14)+substitute(14)
#line 13
  for (int i = 0; i < n; i++) {
    int m = 1 << k;
    for (int j = 0; j < m; j++) x[i * m + j] += i - 2 * j;
  }
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
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
