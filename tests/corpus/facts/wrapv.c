/* warpcc-flags: -std=c11 -fwrapv */
/* Signed arithmetic wraps: what is proved holds of numbers that do. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * M];

/* 4 * j may wrap to what another j has. */
static void may_wrap(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none !WC303
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      x[i * m + 4 * j] += 1;
}

/* The bounds tell that nothing wraps. */
static void small(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC303
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) //~ j=proved
      x[i * M + j] += 1;
}

/* So does the wider type. */
static void wide(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC303
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      x[(long)i * m + j] += 1;
}

int main(void) {
  FILL(a, N * M);
  may_wrap(N / 4, M, a); SHOW(a, N * M);
  small(a); SHOW(a, N * M);
  wide(N, M, a); SHOW(a, N * M);
  return 0;
}
