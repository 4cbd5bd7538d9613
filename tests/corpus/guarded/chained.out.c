/* warpcc-flags: -std=c11 */
/* A test before a directive whose words stand in several pragmas. */
#include "../check.h"
enum { N = 40, M = 37 };

/* The ranges of the arrays: where they overlap, the region runs as written. */
static void apart(int n, int m, double *to, const double *from) {
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
  #pragma omp target // the device //~ plan=collapse(2) WC109
  /* the threads */
  #pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] + 1; //~ sectors=8..32->8
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target // the device //~ plan=collapse(2) WC109
  /* the threads */
  #pragma omp teams distribute parallel for
#line 11
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] + 1;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* Without braces, with clauses in all three pragmas. */
static void three(int n, int m, double *to, const double *from, int often) {
  if (often > 0)
#line 19
    {
#line 19
      #pragma clang diagnostic push
#line 19
      #pragma clang diagnostic ignored "-Weverything"
#line 19
      int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)from);
#line 19
      if (warpcc_holds) {
#line 19
      #pragma omp target data use_device_ptr(from, to) device(0)
#line 19
        { warpcc_holds = (!to || (from && ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 19
      }
#line 19
      #pragma clang diagnostic pop
#line 19
      if (warpcc_holds) {
#line 19
    #pragma omp target device(0) \
      map(tofrom: to[0:n*m]) //~ plan=collapse(2)+unschedule(schedule) WC109
    #pragma omp teams default(shared)
    #pragma omp distribute parallel for collapse(2) 
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        to[i * m + j] += from[i * m + j] * often;
#line 25
      } else {
#line 25
      #pragma clang diagnostic push
#line 25
      #pragma clang diagnostic ignored "-Weverything"
#line 19
    #pragma omp target device(0) \
      map(tofrom: to[0:n*m]) //~ plan=collapse(2)+unschedule(schedule) WC109
    #pragma omp teams default(shared)
    #pragma omp distribute parallel for schedule(static, 2)
#line 23
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        to[i * m + j] += from[i * m + j] * often;
#line 25
      #pragma clang diagnostic pop
#line 25
      }
#line 25
    }
#line 26
  else
    to[0] += 1;
}

/* The size is the device's. */
static void own_size(int n, int m, double *to, const double *from) {
  #pragma omp target map(to: m) //~ plan=none WC209
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
    apart(N, M, y, x);
    apart(1, M, x + 1, x);
    three(N, M, x, y, 3);
    three(1, M, x + 1, x, 2);
    three(N, M, x, y, 0);
    own_size(N, M, x, y);
  }
  SHOW(x, 2 * N * M);
  return 0;
}
