/* warpcc-flags: -std=c11 */
/* A length is positive where the variables that it was computed from bound the loops, and have the values of then; else the host asks. */
#include "../check.h"

enum { N = 24, PITCH = 24 };
static double a[N * PITCH], b[N * PITCH];

/* The number of rows becomes another one behind the length's definition. */
static void changed(int n, double *p, double *q) {
  int len = n;
  n = N;
#line 12
  {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 12
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)q + (__int128)4608 <= (__int128)(__UINTPTR_TYPE__)p || (__int128)(__UINTPTR_TYPE__)p + (__int128)4608 <= (__int128)(__UINTPTR_TYPE__)q);
#line 12
    if (warpcc_holds) {
#line 12
    #pragma omp target data use_device_ptr(q, p)
#line 12
      { warpcc_holds = (!q || !p || (__int128)(__UINTPTR_TYPE__)q + (__int128)4608 <= (__int128)(__UINTPTR_TYPE__)p || (__int128)(__UINTPTR_TYPE__)p + (__int128)4608 <= (__int128)(__UINTPTR_TYPE__)q); }
#line 12
    }
#line 12
    #pragma clang diagnostic pop
#line 12
    if (warpcc_holds) {
#line 12
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:len*PITCH], q[0:len*PITCH]) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * PITCH + j] = q[i * PITCH + j] + 1;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for map(tofrom: p[0:len*PITCH], q[0:len*PITCH]) //~ plan=collapse(2) WC109
#line 13
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * PITCH + j] = q[i * PITCH + j] + 1;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

static void kept(int n, double *p, double *q) {
  int len = n;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:len*PITCH], q[0:len*PITCH]) //~ plan=collapse(2) !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * PITCH + j] += q[i * PITCH + j] + 2;
}

/* Where the loop begins says nothing of a length. */
static void begins(int first, int n, double *p, double *q) {
#line 28
  {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 28
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)q + (__int128)192 * n <= (__int128)(__UINTPTR_TYPE__)p + (__int128)192 * first || (__int128)(__UINTPTR_TYPE__)p + (__int128)192 * n <= (__int128)(__UINTPTR_TYPE__)q + (__int128)192 * first);
#line 28
    if (warpcc_holds) {
#line 28
    #pragma omp target data use_device_ptr(q, p)
#line 28
      { warpcc_holds = (!q || !p || (__int128)(__UINTPTR_TYPE__)q + (__int128)192 * n <= (__int128)(__UINTPTR_TYPE__)p + (__int128)192 * first || (__int128)(__UINTPTR_TYPE__)p + (__int128)192 * n <= (__int128)(__UINTPTR_TYPE__)q + (__int128)192 * first); }
#line 28
    }
#line 28
    #pragma clang diagnostic pop
#line 28
    if (warpcc_holds) {
#line 28
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:n*PITCH], q[0:(first+n)*PITCH]) //~ plan=collapse(2) WC109
  for (int i = first; i < n; i++)
    for (int j = 0; j < N; j++)
      p[i * PITCH + j] += 3 * q[i * PITCH + j];
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 28
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*PITCH], q[0:(first+n)*PITCH]) //~ plan=collapse(2) WC109
#line 29
  for (int i = first; i < n; i++)
    for (int j = 0; j < N; j++)
      p[i * PITCH + j] += 3 * q[i * PITCH + j];
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

static void downward(int n, double *p, double *q) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:n*PITCH], q[0:n*PITCH]) //~ plan=collapse(2) !WC109
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < N; j++)
      p[i * PITCH + j] += 5 * q[i * PITCH + j];
}

int main(void) {
  FILL(a, N * PITCH);
  FILL(b, N * PITCH);
  changed(N, a, b);
  kept(N, b, a);
  begins(2, N - 2, a, b);
  downward(N, b, a);
  SHOW(a, N * PITCH);
  SHOW(b, N * PITCH);
  return 0;
}
