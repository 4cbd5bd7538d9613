// warpcc-flags: -std=c++17
#include "../check.h"
#include <vector>

template <typename T> static void scale(T *data, int n, int m, T by) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") if constexpr ((__is_same(T, double)) || (__is_same(T, float))) { _Pragma("clang diagnostic pop") _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: data[0:n*m])")
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] *= by; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: data[0:n*m])") for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) data[i * m + j] *= by; _Pragma("clang diagnostic pop") } }
}

static void add(std::vector<double> &x, const std::vector<double> &y, int n, int m) {
  double *p = x.data();
  const double *q = y.data();
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:n*m]) map(to: q[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double &out = p[i * m + j];
      const double &in = q[i * m + j];
      out += in;
    }
}

int main() {
  const int n = 30, m = 50;
  std::vector<double> x(n * m), y(n * m);
  std::vector<float> z(n * m);
  FILL(x, n * m);
  FILL(y, n * m);
  FILL(z, n * m);
  add(x, y, n, m);
  scale(x.data(), n, m, 2.0);
  scale(z.data(), n, m, 3.0f);
  SHOW(x, n * m);
  SHOW(z, n * m);
  return 0;
}
