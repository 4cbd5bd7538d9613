/* warpcc-flags: -std=c11 -fopenmp-assume-no-nested-parallelism */
/* clang is told that no function has a parallel region inside of another one: a call is only a call. */
#include <math.h>

#include "../check.h"

enum { N = 320 };
static double a[N], b[N];

static void roots(int n, double *restrict x, const double *restrict y) {
  #pragma omp target teams loop map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none !WC113 WC103
  for (int i = 0; i < n; i++)
    x[i] += fabs(y[i]);
}

static void rows(int n, double *restrict x) {
  #pragma omp target teams loop collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC113
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] = fmax(x[i * n + j], 3);
}

/* The word loop has a pragma of its own. */
static void apart(int n, double *restrict x) {
  #pragma omp target teams map(tofrom: x[0:n]) //~ plan=combine WC113
  #pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 3;
}

int main(void) {
  FILL(a, N);
  FILL(b, N);
  roots(N, a, b);
  rows(17, a);
  apart(N, a);
  SHOW(a, N);
  return 0;
}
