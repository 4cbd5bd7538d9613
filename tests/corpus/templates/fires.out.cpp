/* Instances of a template share its text: the change is made for those that this unit shows, and others are as
   written. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };
static float a[N * N], b[N * N];
static double c[N * N];
static int d[N * N];

template <typename T> static void scale(int n, T *x) {
#line 12
  {
#line 12
    if constexpr ((__is_same(T, float)) || (__is_same(T, double)) || (__is_same(T, long))) {
#line 12
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
#line 13
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* Numbers tell the instances; what comes first decides, and what wants another order stays as written. */
template <int S, bool BY_ROW = true> static void strided(int n) {
#line 20
  {
#line 20
    if constexpr ((static_cast<unsigned long long>(S) == 3ULL && (static_cast<unsigned long long>(BY_ROW) == 18446744073709551615ULL || static_cast<unsigned long long>(BY_ROW) == 1ULL)) || ((static_cast<unsigned long long>(S) == 18446744073709551615ULL || static_cast<unsigned long long>(S) == 4294967295ULL) && (static_cast<unsigned long long>(BY_ROW) == 18446744073709551615ULL || static_cast<unsigned long long>(BY_ROW) == 1ULL))) {
#line 20
  #pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[BY_ROW ? i * N + j : j * N + i] += a[i * N + j] * S;
#line 23
    } else {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=collapse(2)
#line 21
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[BY_ROW ? i * N + j : j * N + i] += a[i * N + j] * S;
#line 23
    #pragma clang diagnostic pop
#line 23
    }
#line 23
  }
#line 24
}

/* The parameters of the class. */
template <typename T, unsigned char STEP> struct Grid {
  T *cells;
  int rows;
  void add(const T *with) {
    T *own = cells;
    int n = rows;
#line 33
    {
#line 33
      if constexpr ((__is_same(T, float) && static_cast<unsigned long long>(STEP) == 1ULL)) {
#line 33
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: own[0:n*n]) map(to: with[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j += STEP)
        own[i * n + j] += with[i * n + j];
#line 36
      } else {
#line 36
      #pragma clang diagnostic push
#line 36
      #pragma clang diagnostic ignored "-Weverything"
#line 33
    #pragma omp target teams distribute parallel for map(tofrom: own[0:n*n]) map(to: with[0:n*n]) //~ plan=collapse(2)
#line 34
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j += STEP)
        own[i * n + j] += with[i * n + j];
#line 36
      #pragma clang diagnostic pop
#line 36
      }
#line 36
    }
#line 37
  }
};

/* A condition that the compiler knows: the other branch is none of this instance's. */
template <typename T> static void chosen(int n, T *x) {
  if constexpr (sizeof(T) == 8) {
#line 43
    {
#line 43
      if constexpr ((__is_same(T, double))) {
#line 43
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += j;
#line 46
      } else {
#line 46
      #pragma clang diagnostic push
#line 46
      #pragma clang diagnostic ignored "-Weverything"
#line 43
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
#line 44
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += j;
#line 46
      #pragma clang diagnostic pop
#line 46
      }
#line 46
    }
#line 47
  } else {
#line 48
    {
#line 48
      if constexpr ((__is_same(T, float))) {
#line 48
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] -= j;
#line 51
      } else {
#line 51
      #pragma clang diagnostic push
#line 51
      #pragma clang diagnostic ignored "-Weverything"
#line 48
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
#line 49
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] -= j;
#line 51
      #pragma clang diagnostic pop
#line 51
      }
#line 51
    }
#line 52
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
