/* warpcc-flags: -std=c11 */
/* The test sees the addresses that the device has: where one pointer holds an address of the device
   and another one of the host, they may be one array although the numbers differ. */
#include "../check.h"
#include <omp.h>

enum { N = 40, M = 24, LD = 26 };

static void shift(double *b, const double *a, int n, int m) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 10
    if (warpcc_holds) {
#line 10
    #pragma omp target data use_device_ptr(a, b)
#line 10
      { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 10
    }
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 11
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

static void raw(double *b, const double *a, int n, int m, int dev) {
#line 17
  {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 17
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 17
    #pragma clang diagnostic pop
#line 17
    if (warpcc_holds) {
#line 17
  #pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b) device(dev) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 17
  #pragma omp target teams distribute parallel for is_device_ptr(a, b) device(dev) //~ plan=collapse(2)
#line 18
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

static void half(double *b, const double *a, int n, int m) {
#line 24
  {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 24
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 24
    if (warpcc_holds) {
#line 24
    #pragma omp target data use_device_ptr(b)
#line 24
      { warpcc_holds = ((b && ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 24
    }
#line 24
    #pragma clang diagnostic pop
#line 24
    if (warpcc_holds) {
#line 24
  #pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a) if(n > 4) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 27
    } else {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for is_device_ptr(a) if(n > 4) //~ plan=collapse(2)
#line 25
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1;
#line 27
    #pragma clang diagnostic pop
#line 27
    }
#line 27
  }
#line 28
}

int main(void) {
  double *x = malloc(N * LD * sizeof *x), *z = malloc(N * LD * sizeof *z);
  FILL(x, N * LD);
  FILL(z, N * LD);
  #pragma omp target data map(tofrom: x[0:N * LD], z[0:N * LD])
  {
    double *there = x;
    #pragma omp target data use_device_ptr(there)
    {
      shift(x + 1, there, N, M);
      shift(there + 1, x, N, M);
      shift(z, there, N, M);
      half(x + 1, there, N, M);
      half(z, there, N, M);
      raw(there + 1, there, N, M, omp_get_default_device());
    }
  }
  SHOW(x, N * LD);
  SHOW(z, N * LD);
  return 0;
}
