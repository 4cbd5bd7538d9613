/* Accesses that are not counted: nothing says that all are coalesced. */
/* warpcc-flags: -Wno-openmp-mapping */
#include "../check.h"
enum { N = 40, M = 24 };

static void spread(_Atomic int *x, int *y, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: y[0:n]) //~ !WC103
  for (int i = 0; i < n; i++) y[i] = x[i * m];
}

static void counted(const int *x, int *y, int n) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n]) //~ WC103
  for (int i = 0; i < n; i++) y[i] = x[i];
}

int main(void) {
  static _Atomic int x[N * M];
  int y[N], z[N];
  for (int i = 0; i < N * M; i++) x[i] = i % 13;
  spread(x, y, N, M); SHOW(y, N);
  counted(y, z, N); SHOW(z, N);
  return 0;
}
