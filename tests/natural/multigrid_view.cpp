// Field: elliptic equations, two levels of a multigrid method.
// Style: C++17, a view with `operator()(i, j)` and const methods, built in the region from a pointer.
// Kind: stencils between a fine and a coarse grid: strides of two, writes of every second element.
#include <cstdio>
#include <vector>

template <typename T> class View {
  T *data;
  int stride;

public:
  View(T *d, int s) : data(d), stride(s) {}
  T &operator()(int i, int j) const { return data[i * stride + j]; }
};

#ifndef EXPERT
static void smooth(double *next, const double *now, const double *right, int n) {
#pragma omp target teams distribute parallel for map(tofrom : next[0 : n * n]) map(to : now[0 : n * n], right[0 : n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      View<const double> u(now, n), f(right, n);
      View<double> v(next, n);
      v(i, j) = 0.2 * u(i, j) + 0.2 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + f(i, j));
    }
}

static void restrict_to(double *coarse, const double *fine, int m, int n) {
#pragma omp target teams distribute parallel for map(tofrom : coarse[0 : m * m]) map(to : fine[0 : n * n])
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      View<const double> u(fine, n);
      View<double> c(coarse, m);
      c(i, j) = 0.5 * u(2 * i, 2 * j) + 0.125 * (u(2 * i - 1, 2 * j) + u(2 * i + 1, 2 * j) + u(2 * i, 2 * j - 1) + u(2 * i, 2 * j + 1));
    }
}

static void prolong(double *fine, const double *coarse, int m, int n) {
#pragma omp target teams distribute parallel for map(tofrom : fine[0 : n * n]) map(to : coarse[0 : m * m])
  for (int i = 0; i < m - 1; i++)
    for (int j = 0; j < m - 1; j++) {
      View<const double> c(coarse, m);
      View<double> u(fine, n);
      u(2 * i, 2 * j) += c(i, j);
      u(2 * i + 1, 2 * j) += 0.5 * (c(i, j) + c(i + 1, j));
      u(2 * i, 2 * j + 1) += 0.5 * (c(i, j) + c(i, j + 1));
      u(2 * i + 1, 2 * j + 1) += 0.25 * (c(i, j) + c(i + 1, j) + c(i, j + 1) + c(i + 1, j + 1));
    }
}
#else
static void smooth(double *next, const double *now, const double *right, int n) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : next[0 : n * n]) map(to : now[0 : n * n], right[0 : n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      View<const double> u(now, n), f(right, n);
      View<double> v(next, n);
      v(i, j) = 0.2 * u(i, j) + 0.2 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + f(i, j));
    }
}

static void restrict_to(double *coarse, const double *fine, int m, int n) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : coarse[0 : m * m]) map(to : fine[0 : n * n])
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      View<const double> u(fine, n);
      View<double> c(coarse, m);
      c(i, j) = 0.5 * u(2 * i, 2 * j) + 0.125 * (u(2 * i - 1, 2 * j) + u(2 * i + 1, 2 * j) + u(2 * i, 2 * j - 1) + u(2 * i, 2 * j + 1));
    }
}

static void prolong(double *fine, const double *coarse, int m, int n) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : fine[0 : n * n]) map(to : coarse[0 : m * m])
  for (int i = 0; i < m - 1; i++)
    for (int j = 0; j < m - 1; j++) {
      View<const double> c(coarse, m);
      View<double> u(fine, n);
      u(2 * i, 2 * j) += c(i, j);
      u(2 * i + 1, 2 * j) += 0.5 * (c(i, j) + c(i + 1, j));
      u(2 * i, 2 * j + 1) += 0.5 * (c(i, j) + c(i, j + 1));
      u(2 * i + 1, 2 * j + 1) += 0.25 * (c(i, j) + c(i + 1, j) + c(i, j + 1) + c(i + 1, j + 1));
    }
}
#endif

int main() {
  const int n = 257, m = 129, fine = n * n, coarse = m * m;
  std::vector<double> u(fine), v(fine), f(fine), c(coarse), d(coarse), zero(coarse);
  for (int i = 0; i < fine; i++)
    f[i] = (i * 19 % 83) / 83.0 - 0.5;
  double *pu = u.data(), *pv = v.data(), *pf = f.data(), *pc = c.data(), *pd = d.data(), *pz = zero.data();
#ifdef EXPERT
#pragma omp target data map(tofrom : pu[0 : fine], pv[0 : fine], pc[0 : coarse], pd[0 : coarse]) map(to : pf[0 : fine], pz[0 : coarse])
#endif
  for (int cycle = 0; cycle < 2; cycle++) {
    smooth(pv, pu, pf, n);
    smooth(pu, pv, pf, n);
    restrict_to(pc, pu, m, n);
    smooth(pd, pc, pz, m);
    prolong(pu, pd, m, n);
  }
  double sum = 0;
  for (int i = 0; i < fine; i++)
    sum += u[i] * (1 + i % 5);
  std::printf("%.10e\n", sum);
}
