// warpcc-flags: -std=c++17
// Views that each iteration makes by a constructor.
#include "../check.h"

template <typename T> class View {
  T *data;
  int stride;

public:
  View(T *d, int s) : data(d), stride(s) {}
  T &operator()(int i, int j) const { return data[i * stride + j]; }
};

struct Window {
  double *from;
  int width, skip;
  Window(double *p, int w) {
    from = p;
    width = w;
    skip = 1;
  }
  double &at(int i, int j) { return from[i * width + j * skip]; }
};

static void restricted(double *coarse, const double *fine, int m, int n) {
#line 26
  {
#line 26
    #pragma clang diagnostic push
#line 26
    #pragma clang diagnostic ignored "-Weverything"
#line 26
    int warpcc_holds = (n*n) > 0;
#line 26
    #pragma clang diagnostic pop
#line 26
    if (warpcc_holds) {
#line 26
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: coarse[0:m*m]) map(to: fine[0:n*n])
  for (int i = 1; i < m - 1; i++) //~ plan=collapse(2) WC109
    for (int j = 1; j < m - 1; j++) {
      View<const double> u(fine, n);
      View<double> c(coarse, m);
      c(i, j) = 2 * u(2 * i, 2 * j) + u(2 * i - 1, 2 * j) + u(2 * i, 2 * j + 1);
    }
#line 32
    } else {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 26
  #pragma omp target teams distribute parallel for map(tofrom: coarse[0:m*m]) map(to: fine[0:n*n])
#line 27
  for (int i = 1; i < m - 1; i++) //~ plan=collapse(2) WC109
    for (int j = 1; j < m - 1; j++) {
      View<const double> u(fine, n);
      View<double> c(coarse, m);
      c(i, j) = 2 * u(2 * i, 2 * j) + u(2 * i - 1, 2 * j) + u(2 * i, 2 * j + 1);
    }
#line 32
    #pragma clang diagnostic pop
#line 32
    }
#line 32
  }
#line 33
}

static void doubled(double *x, int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < m; j++) { //~ j=proved
      Window w(x, m);
      w.at(i, j) *= 2;
    }
}

// The constructor is given another width in each iteration.
static void ragged(double *x, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) { //~ !WC102
      View<double> u(x, j % 2);
      u(0, i * m) += 1;
    }
}

// Elements that the iteration before stored.
static void running(double *x, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 1; j < m; j++) { //~ j=carried
      View<double> u(x, m);
      u(i, j) += u(i, j - 1);
    }
}

int main() {
  enum { N = 41, M = 20 };
  double *u = new double[N * N], *c = new double[N * N];
  FILL(u, N * N);
  FILL(c, N * N);
  restricted(c, u, M, N);
  SHOW(c, M * M);
  doubled(c, 12, 30);
  SHOW(c, 12 * 30);
  ragged(c, 12, 30);
  SHOW(c, 12 * 30);
  running(c, 6, 8);
  SHOW(c, 12 * 30);
  return 0;
}
