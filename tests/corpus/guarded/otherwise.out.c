/* warpcc-flags: -std=c11 */
/* Where the test fails, the best change that needs none is made. */
#include "../check.h"

enum { N = 24 };

static void rows(int n, int m, double *y, const double *x, const double *restrict z) {
#line 8
  {
#line 8
    #pragma clang diagnostic push
#line 8
    #pragma clang diagnostic ignored "-Weverything"
#line 8
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)x);
#line 8
    if (warpcc_holds) {
#line 8
    #pragma omp target data use_device_ptr(x, y)
#line 8
      { warpcc_holds = ((x && y && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * m * m <= (__int128)(__UINTPTR_TYPE__)x))); }
#line 8
    }
#line 8
    #pragma clang diagnostic pop
#line 8
    if (warpcc_holds) {
#line 8
  #pragma omp target teams distribute parallel for collapse(3) //~ plan=collapse(3) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 1; k < m; k++) {
        /* one after the other where x is y */
        y[(j * n + i) * m + k] = x[(j * n + i) * m + k - 1] + z[j * n + i];
      }
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(3) WC109
#line 9
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      for (int k = 1; k < m; k++) {
        /* one after the other where x is y */
        y[(j * n + i) * m + k] = x[(j * n + i) * m + k - 1] + z[j * n + i];
      }
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

static void chunks(int n, int m, int ld, double *y, const double *x) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = ld >= 0 && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)x);
#line 18
    if (warpcc_holds) {
#line 18
    #pragma omp target data use_device_ptr(x, y)
#line 18
      { warpcc_holds = ld >= 0 && ((x && y && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)x))); }
#line 18
    }
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute parallel for collapse(2)  //~ plan=collapse(2)+unschedule(schedule) WC109
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) // from left to right
      y[i * ld + j] += x[i * ld + j - 1];
#line 21
    } else {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for schedule(static, 4) //~ plan=collapse(2)+unschedule(schedule) WC109
#line 19
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) // from left to right
      y[i * ld + j] += x[i * ld + j - 1];
#line 21
    #pragma clang diagnostic pop
#line 21
    }
#line 21
  }
#line 22
}

static void triangle(int n, int m, double *y, const double *x) {
#line 25
  {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 25
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)x);
#line 25
    if (warpcc_holds) {
#line 25
    #pragma omp target data use_device_ptr(x, y)
#line 25
      { warpcc_holds = ((x && y && ((__int128)(__UINTPTR_TYPE__)x - (__int128)8 + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)y + (__int128)8 || (__int128)(__UINTPTR_TYPE__)y + (__int128)8 * n * n * m <= (__int128)(__UINTPTR_TYPE__)x))); }
#line 25
    }
#line 25
    #pragma clang diagnostic pop
#line 25
    if (warpcc_holds) {
#line 25
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=interchange(i,k,j)+collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int k = 1; k < m; k++)
      for (int j = 0; j <= i; j++)
        y[(i * n + j) * m + k] += x[(i * n + j) * m + k - 1];
#line 29
    } else {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for //~ plan=interchange(i,k,j)+collapse(2) WC109
#line 26
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 1; k < m; k++)
        y[(i * n + j) * m + k] += x[(i * n + j) * m + k - 1];
#line 29
    #pragma clang diagnostic pop
#line 29
    }
#line 29
  }
#line 30
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
