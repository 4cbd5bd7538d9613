/* Instances of a template share its text: the change is made for those that this unit shows, and others are as
   written. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };
static float a[N * N], b[N * N];
static double c[N * N];
static int d[N * N];

template <typename T> static void scale(int n, T *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
}

/* Numbers tell the instances; what comes first decides, and what wants another order stays as written. */
template <int S, bool BY_ROW = true> static void strided(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[BY_ROW ? i * N + j : j * N + i] += a[i * N + j] * S;
}

/* The parameters of the class. */
template <typename T, unsigned char STEP> struct Grid {
  T *cells;
  int rows;
  void add(const T *with) {
    T *own = cells;
    int n = rows;
    #pragma omp target teams distribute parallel for map(tofrom: own[0:n*n]) map(to: with[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j += STEP)
        own[i * n + j] += with[i * n + j];
  }
};

/* A condition that the compiler knows: the other branch is none of this instance's. */
template <typename T> static void chosen(int n, T *x) {
  if constexpr (sizeof(T) == 8) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += j;
  } else {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] -= j;
  }
}

template void scale(int n, long *x);

int main() {
  FILL(a, N * N);
  FILL(b, N * N);
  FILL(c, N * N);
  FILL(d, N * N);
  scale(N, a);
  scale(N, c);
  SHOW(a, N * N);
  SHOW(c, N * N);
  strided<3>(N);
  strided<-1>(N);
  SHOW(b, N * N);
  Grid<int, 200>{d, N}.add(d);
  Grid<float, 1>{b, N}.add(a);
  chosen(N, a);
  chosen(N, c);
  SHOW(a, N * N);
  SHOW(c, N * N);
  SHOW(d, N * N);
  SHOW(b, N * N);
  return 0;
}
