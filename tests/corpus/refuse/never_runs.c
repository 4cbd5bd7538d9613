/* warpcc-flags: -std=c11 */
/* Nothing is gained where loops have no iteration by what is known before the region. */
#include "../check.h"

enum { N = 40 };

static void returned(int n, double *restrict x, const double *restrict y) {
  if (!(n <= 0)) return;
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) map(to: y[0:N*N]) //~ plan=none WC210
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < N; j++)
      x[i * N + j] = y[j * N + i] + 1;
}

static void within(int n, double *restrict x, const double *restrict y) {
  if (n < 3) {
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*N]) map(to: y[0:N*N]) //~ plan=none WC210
    for (int i = 0; i < N; i++)
      for (int j = 3; j <= n; j++)
        for (int k = 0; k < N; k++)
          x[i * N + k] += y[j * N + k] + 1;
  }
}

static void inside(double *restrict x, const double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:N*N]) map(to: y[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    #pragma omp parallel for //~ plan=none WC210
    for (int j = i; j < i; j++)
      for (int k = 0; k < N; k++)
        x[j * N + k] += y[i * N + k] + 1;
  }
}

int main(void) {
  static double x[N * N], y[N * N];
  FILL(x, N * N);
  FILL(y, N * N);
  for (int n = -3; n <= 9; n += 3) {
    returned(n, x, y);
    within(n, x, y);
    inside(x, y);
    SHOW(x, N * N);
  }
}
