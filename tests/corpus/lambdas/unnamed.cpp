// warpcc-flags: -std=c++17 -O2
// Lambdas of which more than one may stand at a place, or that hold more than copies: no text tells their instances apart.
#include "../check.h"

template <class F> static void forall(int n, int m, F f) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      f(i, j);
}

// One lambda for each type of elements.
template <class T> static void scale(T *x, int n, int m) {
  forall(n, m, [=](int i, int j) { x[i * m + j] *= 2; });
}

// References to the caller's variables.
template <class F> static void each(int n, int m, F f) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      f(i, j);
}

struct pair {
  float *in, *out;
};

// An object in the lambda.
template <class F> static void both(int n, int m, F f) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      f(i, j);
}

int main() {
  enum { N = 21, M = 30, S = N * M };
  float *x = new float[S];
  double *y = new double[S];
  FILL(x, S);
  FILL(y, S);
  #pragma omp target data map(tofrom: x[0:S], y[0:S]) use_device_ptr(x, y)
  {
    scale(x, N, M);
    scale(y, N, M);
    pair p = {x, x};
    both(N, M, [=](int i, int j) { p.out[i * M + j] = p.in[i * M + j] + 1; });
  }
  #pragma omp target data map(tofrom: x[0:S])
  each(N, M, [&](int i, int j) { x[i * M + j] += M; });
  SHOW(x, S);
  SHOW(y, S);
  return 0;
}
