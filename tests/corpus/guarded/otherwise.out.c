/* warpcc-flags: -std=c11 */
/* Where the test fails, the best change that needs none is made. */
#include "../check.h"

enum { N = 24 };

static void rows(int n, int m, double *y, const double *x, const double *restrict z) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)x); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(x, y)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)x); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(3)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 1; k < m; k++) {
        /* one after the other where x is y */
        y[(j * n + i) * m + k] = x[(j * n + i) * m + k - 1] + z[j * n + i];
      } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2)") for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) for (int k = 1; k < m; k++) { y[(j * n + i) * m + k] = x[(j * n + i) * m + k - 1] + z[j * n + i]; } _Pragma("clang diagnostic pop") } }
}

static void chunks(int n, int m, int ld, double *y, const double *x) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ld >= 0 && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)x); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(x, y)") { warpcc_holds = ld >= 0 && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)x); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) // from left to right
      y[i * ld + j] += x[i * ld + j - 1]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for schedule(static, 4)") for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) y[i * ld + j] += x[i * ld + j - 1]; _Pragma("clang diagnostic pop") } }
}

static void triangle(int n, int m, double *y, const double *x) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)x); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(x, y)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)x); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int k = 1; k < m; k++)
      for (int j = 0; j <= i; j++)
        y[(i * n + j) * m + k] += x[(i * n + j) * m + k - 1]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) for (int k = 1; k < m; k++) y[(i * n + j) * m + k] += x[(i * n + j) * m + k - 1]; _Pragma("clang diagnostic pop") } }
}

int main(void) {
  int n = 20, m = 9;
  static double x[N * N * N], y[N * N * N], z[N * N];
  FILL(x, N * N * N);
  FILL(y, N * N * N);
  FILL(z, N * N);
  #pragma omp target data map(tofrom: x, y, z)
  {
    rows(n, m, y, x, z);
    rows(n, m, y, y, z);
    chunks(n, m, N, y, x);
    chunks(n, m, N, y, y + 1);
    triangle(n, m, y, x);
    triangle(n, m, x, x);
  }
  SHOW(x, N * N * N);
  SHOW(y, N * N * N);
}
