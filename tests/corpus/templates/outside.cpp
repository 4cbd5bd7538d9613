/* Members of class templates that are defined outside of their class, under names of their own for its parameters. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

template <typename T, int S> class grid {
  T *data;

public:
  explicit grid(T *x) : data(x) {}
  void raise(int n);
  static void wash(int n, const T *from, T *to);
};

template <typename Cell, int Scale> void grid<Cell, Scale>::raise(int n) {
  Cell *x = data;
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += Cell(Scale);
}

template <class V, int W> void grid<V, W>::wash(int n, const V *from, V *to) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*n]) map(tofrom: to[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = to[i * n + j] * W + from[i * n + j];
}

/* The class is not one of numbers. */
struct pair { float x, y; };
template <typename T> struct list {
  static void twice(int n, T *p);
};
template <typename U> void list<U>::twice(int n, U *p) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * n + j].x *= 2;
}

/* An enumerator of the class has the name that the definition gives the parameter. */
template <int S> struct level {
  enum { L = 7 };
  static void lift(int n, double *x);
};
template <int L> void level<L>::lift(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += L;
}

int main() {
  double *x = new double[N * N], *y = new double[N * N];
  float *z = new float[N * N];
  FILL(x, N * N);
  FILL(y, N * N);
  FILL(z, N * N);
  grid<double, 3>(x).raise(N);
  grid<float, 5>(z).raise(N);
  grid<double, 2>::wash(N, x, y);
  list<pair>::twice(20, reinterpret_cast<pair *>(z));
  level<2>::lift(N, x);
  SHOW(x, N * N);
  SHOW(y, N * N);
  SHOW(z, N * N);
}
