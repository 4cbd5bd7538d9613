/* warpcc-flags: -std=c11 */
/* The test sees the addresses that the device has: where one pointer holds an address of the device
   and another one of the host, they may be one array although the numbers differ. */
#include "../check.h"
#include <omp.h>

enum { N = 40, M = 24, LD = 26 };

static void shift(double *b, const double *a, int n, int m) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * LD + j] = a[i * LD + j] + 1; _Pragma("clang diagnostic pop") } }
}

static void raw(double *b, const double *a, int n, int m, int dev) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a); _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) is_device_ptr(a, b) device(dev)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for is_device_ptr(a, b) device(dev)") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * LD + j] = a[i * LD + j] + 1; _Pragma("clang diagnostic pop") } }
}

static void half(double *b, const double *a, int n, int m) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b - (__int128)208 + (__int128)208 * n + (__int128)8 * m <= (__int128)(__UINTPTR_TYPE__)a); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) is_device_ptr(a) if(n > 4)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * LD + j] = a[i * LD + j] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for is_device_ptr(a) if(n > 4)") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * LD + j] = a[i * LD + j] + 1; _Pragma("clang diagnostic pop") } }
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
