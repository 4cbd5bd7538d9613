// warpcc-flags: -std=c++17 -O2
// Loops in a function template, bodies in lambdas: what a lambda holds copies of lies in its object, which the device can ask.
#include "../check.h"

template <typename Body> void forall(int n, int m, Body body) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      body(i, j);
}

// The object of the lambda behind a reference.
template <class F> static void over(int rows, int columns, const F &f) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      f(r, c);
    }
  }
}

// A constant that the lambda names is called as a size of the template, and is another one.
template <class F> static void around(int n, int wide, F f) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < wide; j++)
      f(i, j);
}

// Integers that are stored may be those that the lambda holds.
template <class F> static void count(int n, int m, F f) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      f(i, j);
}

// Each iteration over i and j needs the one before.
template <class F> static void sweep(int n, int m, F f) {
  #pragma omp target teams distribute parallel for //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      f(i, j);
}

static void advect(double *from, double *to, double *slope, int n, int m) {
  forall(n, m, [=](int i, int j) { to[i * m + j] = from[i * m + j] - (j > 0 ? from[i * m + j - 1] : 0); });
  forall(n, m, [=](int i, int j) { slope[i * m + j] = j + 1 < m ? to[i * m + j + 1] : 0; });
}

int main() {
  enum { N = 26, M = 33, S = N * M };
  double *a = new double[S], *b = new double[S], *c = new double[S];
  int *d = new int[S];
  FILL(a, S);
  FILL(b, S);
  FILL(c, S);
  FILL(d, S);
  #pragma omp target data map(tofrom: a[0:S], b[0:S], c[0:S], d[0:S]) use_device_ptr(a, b, c, d)
  {
    advect(a, b, c, N, M);
    advect(b, b, b, N, M);
    int m = M;
    over(N, M, [=](int r, int c) { a[r * m + c] += 3 * b[r * m + c]; });
    const int wide = 33;
    around(N, M, [=](int i, int j) { b[i * wide + j] = 2 * a[i * wide + j]; });
    count(N, M, [=](int i, int j) { d[i * m + j] = d[i * m + j] + i; });
    sweep(N, M - 1, [=](int i, int j) { a[i * m + j + 1] += a[i * m + j]; });
  }
  SHOW(a, S);
  SHOW(b, S);
  SHOW(c, S);
  SHOW(d, S);
  return 0;
}
