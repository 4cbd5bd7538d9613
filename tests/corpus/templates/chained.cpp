/* Instances of templates whose directives stand in two pragmas, one of them behind a test. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

template <typename T> static void scale(int n, T *x) {
  #pragma omp target map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
}

template <typename T> static void copied(int n, T *to, const T *from) {
  #pragma omp target //~ plan=collapse(2) WC109
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
}

int main() {
  float *a = new float[2 * N * N];
  double *b = new double[2 * N * N];
  FILL(a, 2 * N * N);
  FILL(b, 2 * N * N);
  scale(N, a);
  scale(N, b);
  #pragma omp target data map(tofrom: a[0:2*N*N], b[0:2*N*N])
  {
    copied(N, a, a + N * N);
    copied(N, b + N * N, b);
  }
  SHOW(a, 2 * N * N);
  SHOW(b, 2 * N * N);
}
