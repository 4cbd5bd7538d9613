// warpcc-flags: -std=c++17
#include "../check.h"
#include <vector>

template <typename T> static void scale(T *data, int n, int m, T by) {
#line 6
  {
#line 6
    if constexpr ((__is_same(T, double)) || (__is_same(T, float))) {
#line 6
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: data[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] *= by;
#line 9
    } else {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 6
  #pragma omp target teams distribute parallel for map(tofrom: data[0:n*m]) //~ plan=collapse(2)
#line 7
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] *= by;
#line 9
    #pragma clang diagnostic pop
#line 9
    }
#line 9
  }
#line 10
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
