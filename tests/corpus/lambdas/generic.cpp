// warpcc-flags: -std=c++17 -O2
// Lambdas that are generic: their parameters have the types of what they are called with. And members of classes that are templates and call lambdas.
#include "../check.h"

template <typename Body> void forall(int n, int m, Body body) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      body(i, j);
}

// A member of a class.
struct Plane {
  int rows, columns;
  template <class F> void each(F f) const {
    int n = rows, m = columns;
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
  }
  // Which needs none of its objects, and takes lambdas by reference.
  template <class F> static void over(int n, int m, const F &f) {
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
  }
};

// A member of a class template; the lambda is one that is made for the call.
template <typename T> class Space {
  T rows, columns;

public:
  Space(T n, T m) : rows(n), columns(m) {}
  template <class F> void each(F &&f) const {
    T n = rows, m = columns;
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
    for (T i = 0; i < n; i++)
      for (T j = 0; j < m; j++)
        f(i, j);
  }
};

// The iterations of a row need each other.
struct Rows {
  template <class F> static void each(int n, int m, F f) {
    #pragma omp target teams distribute parallel for //~ plan=none WC205
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m; j++)
        f(i, j);
  }
};

// A number among the parameters of a member is not shown.
struct Scaled {
  template <int S, class F> static void each(int n, int m, F f) {
    #pragma omp target teams distribute parallel for //~ plan=none WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j, S);
  }
};

// A lambda with a name is one by reference: what the function says of its type ends otherwise.
struct Named {
  template <class F> static void each(int n, int m, F &&f) {
    #pragma omp target teams distribute parallel for //~ plan=none WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
  }
};

// The members of pointers and numbers.
struct Numbers {
  template <typename T> void twice(int n, T *x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] *= 2;
  }
};

int main() {
  enum { N = 26, M = 33, S = N * M };
  double *a = new double[S], *b = new double[S];
  float *c = new float[N * N];
  FILL(a, S);
  FILL(b, S);
  FILL(c, N * N);
  #pragma omp target data map(tofrom: a[0:S], b[0:S]) use_device_ptr(a, b)
  {
    int m = M;
    forall(N, M, [=](auto i, auto j) { a[i * m + j] = b[i * m + j] + i; });
    forall(N, M, [=](const auto i, const auto j) {
      auto at = i * m + j;
      if (j > 0)
        b[at] = a[at] * 3;
    });
    Plane plane{N, M};
    plane.each([=](int i, int j) { a[i * m + j] += 2 * b[i * m + j]; });
    plane.each([=](auto i, auto j) { b[i * m + j] -= a[i * m + j]; });
    Plane::over(N, M, [=](int i, int j) { a[i * m + j] += 5 * b[i * m + j]; });
    Space<int>(N, M).each([=](auto i, auto j) { b[i * m + j] += a[i * m + j]; });
    Rows::each(N, M, [=](int i, int j) { a[i * m + j] += a[i * m + j - 1]; });
    Scaled::each<3>(N, M, [=](int i, int j, int s) { a[i * m + j] += s * b[i * m + j]; });
    auto last = [=](int i, int j) { b[i * m + j] += 2 * a[i * m + j]; };
    Named::each(N, M, last);
  }
  Numbers{}.twice(N, c);
  for (int k = 0; k < S; k++)
    a[k] = (long)a[k] % 1009, b[k] = (long)b[k] % 1013;
  SHOW(a, S);
  SHOW(b, S);
  SHOW(c, N * N);
  return 0;
}
