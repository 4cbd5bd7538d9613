/* C++98 has no constexpr, so that nothing there tells one instance from another; plain functions are changed. */
/* warpcc-flags: -std=gnu++98 */
#include "../check.h"

enum { N = 40 };
static float a[N * N], b[N * N];

template <typename T> static void doubled(int n, T *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= 2;
}

static void added(int n, const float *x, float *y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n*n]) map(tofrom: y[0:n*n]) //~ plan=collapse(2) WC102
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i * n + j] += x[i * n + j];
}

int main() {
  FILL(a, N * N);
  FILL(b, N * N);
  doubled(N, a);
  added(N, a, b);
  SHOW(a, N * N);
  SHOW(b, N * N);
  return 0;
}
