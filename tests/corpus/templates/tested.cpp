/* Instances of a template share one text, which has a test for each: the ranges of addresses are not the same. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

/* Elements of 4 and of 8 bytes. */
template <typename T> static void copied(int n, T *to, const T *from) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
}

/* Numbers are in the test, too. */
template <int S> static void spread(int n, int *to, const int *from) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[(i * n + j) * S] = from[i * n + j];
}

/* One test for both instances. */
template <bool NEGATIVE> static void same(int n, int *to, const int *from) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j];
}

/* The test of one instance names a variable that the other one's does not: the first one has its way, the last one stays. */
template <bool BOTH> static void other(int n, int m, int *to, const int *from, [[maybe_unused]] const int *more) {
  #pragma omp target teams distribute parallel for //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if constexpr (BOTH)
        to[i * m + j] = from[i * m + j] + more[i * m + j];
      else
        to[i * m + j] = from[i * m + j];
}

template <typename T> static T *filled() {
  T *all = (T *)malloc(3 * N * N * sizeof *all);
  FILL(all, 3 * N * N);
  return all;
}

template <typename T> static void both(T *x) {
  #pragma omp target data map(tofrom: x[0:3*N*N])
  {
    copied(N, x + N * N, x);
    copied(N, x, x);
  }
  SHOW(x, 3 * N * N);
}

int main() {
  float *a = filled<float>();
  double *b = filled<double>();
  int *c = filled<int>();
  both(a);
  both(b);
  #pragma omp target data map(tofrom: c[0:3*N*N])
  {
    spread<1>(N, c + N * N, c);
    spread<2>(N, c + N * N, c);
    spread<1>(N, c, c);
    same<true>(N, c + N * N, c);
    same<false>(N, c, c);
    other<true>(N, N, c + N * N, c, c + 2 * N * N);
    other<false>(N, N, c, c + N * N, c);
  }
  SHOW(c, 3 * N * N);
  free(a);
  free(b);
  free(c);
  return 0;
}
