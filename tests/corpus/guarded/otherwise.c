/* warpcc-flags: -std=c11 */
/* Where the test fails, the best change that needs none is made. */
#include "../check.h"

enum { N = 24 };

static void rows(int n, int m, double *y, const double *x, const double *restrict z) {
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(3) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 1; k < m; k++) {
        /* one after the other where x is y */
        y[(j * n + i) * m + k] = x[(j * n + i) * m + k - 1] + z[j * n + i];
      }
}

static void chunks(int n, int m, int ld, double *y, const double *x) {
  #pragma omp target teams distribute parallel for schedule(static, 4) //~ plan=collapse(2)+unschedule(schedule) WC109
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) // from left to right
      y[i * ld + j] += x[i * ld + j - 1];
}

static void triangle(int n, int m, double *y, const double *x) {
  #pragma omp target teams distribute parallel for //~ plan=interchange(i,k,j)+collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 1; k < m; k++)
        y[(i * n + j) * m + k] += x[(i * n + j) * m + k - 1];
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
