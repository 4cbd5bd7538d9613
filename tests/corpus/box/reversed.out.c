/* warpcc-flags: -std=c11 */
/* Conditions with the counter on the right have boxes like the others. */
#include "../check.h"

enum { N = 40 };

static void below(int n, double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+box(j)
  for (int i = 0; n > i; i++)
    for (int j = 0; j <= n - 1; j++)
      if (j <= i) x[i * n + j] += 1 + i + j;
}

static void above(int n, int by, double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+box(j)
  for (int i = 0; n - 1 >= i; i++)
    for (int j = 0; n >> (by >> 1) > j; j++)
      if (j >= i) x[i * n + j] += 1 + i + j;
}

static void similar(int i1, int n, double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+box(i11)
  for (int i = 0; i < i1; i++)
    for (int i11 = 0; i11 < i1 - 1; i11++)
      if (i11 < i1 - 1 - i) x[i * n + i11] += 1 + i + i11;
}

static void two_levels(int n, unsigned *restrict x, const unsigned *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:33*33*n]) map(to: y[0:n*N]) //~ plan=combine+interchange(i,k,j)+collapse(2)+box(k)
  for (int i = 1; i < 33; ++i) {
#line 32
    for (int k = 1 - 1; k < n; k++)
      if (k >= i - 1) for (int j = 0; i > j; j++)
        x[(i * 33 + j) * n + k] = y[k * N + i] * 3 + 3;
  }
}

int main(void) {
  static double x[N * N];
  static unsigned u[33 * 33 * N], y[N * N];
  FILL(x, N * N);
  FILL(y, N * N);
  FILL(u, 33 * 33 * N);
  for (int n = 0; n <= N; n += 20) {
    below(n, x);
    above(n, 0, x);
    similar(n, n, x);
    two_levels(n, u, y);
    SHOW(x, N * N);
    SHOW(u, 33 * 33 * N);
  }
}
