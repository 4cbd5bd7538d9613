/* warpcc-flags: -std=c11 */
/* A test before a directive in several pragmas, with conditionals of the preprocessor between them. */
#include "../check.h"
enum { N = 40, M = 37 };

/* A conditional that begins and ends between the pragmas stands in both versions. */
static void between(int n, int m, double *to, const double *from) {
#line 8
  {
#line 8
    #pragma clang diagnostic push
#line 8
    #pragma clang diagnostic ignored "-Weverything"
#line 8
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)from);
#line 8
    if (warpcc_holds) {
#line 8
    #pragma omp target data use_device_ptr(from, to)
#line 8
      { warpcc_holds = ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 8
    }
#line 8
    #pragma clang diagnostic pop
#line 8
    if (warpcc_holds) {
#line 8
  #pragma omp target //~ plan=collapse(2) WC109
#ifndef OTHER
  #pragma omp teams
#endif
  #pragma omp distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] - 1;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target //~ plan=collapse(2) WC109
#ifndef OTHER
  #pragma omp teams
#endif
  #pragma omp distribute parallel for
#line 13
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] - 1;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* One that ends between them has no second place. */
static void across(int n, int m, double *to, const double *from) {
#ifndef OTHER
  #pragma omp target //~ plan=none WC207
#endif
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] * 2;
}

int main(void) {
  double *x = malloc(2 * sizeof *x * N * M), *y = x + N * M;
  FILL(x, 2 * N * M);
  #pragma omp target data map(tofrom: x[0:2*N*M])
  {
    between(N, M, x, y);
    across(N, M, y, x);
  }
  SHOW(x, 2 * N * M);
  return 0;
}
