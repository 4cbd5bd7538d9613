// warpcc-flags: -std=c++17 -O2
// Loops in a function template, bodies in lambdas: what a lambda holds copies of lies in its object, which the device can ask.
#include "../check.h"

template <typename Body> void forall(int n, int m, Body body) {
#line 6
  {
#line 6
    if constexpr (((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:47:16)]", 18) == 0)) || ((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:48:16)]", 18) == 0))) {
#line 6
      {
#line 6
        #pragma clang diagnostic push
#line 6
        #pragma clang diagnostic ignored "-Weverything"
#line 6
        int warpcc_holds = 1;
#line 6
        if (warpcc_holds) {
#line 6
        #pragma omp target map(tofrom: warpcc_holds)
#line 6
          {
#line 6
            unsigned long long warpcc_body_0; __builtin_memcpy(&warpcc_body_0, (char *)__builtin_addressof(body) + 0, 8);
#line 6
            int warpcc_body_8; __builtin_memcpy(&warpcc_body_8, (char *)__builtin_addressof(body) + 8, 4);
#line 6
            unsigned long long warpcc_body_16; __builtin_memcpy(&warpcc_body_16, (char *)__builtin_addressof(body) + 16, 8);
#line 6
            warpcc_holds = ((((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:47:16)]", 18) == 0))) ? (warpcc_body_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_body_16 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_0 || (__int128)(__UINTPTR_TYPE__)warpcc_body_0 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_16 - (__int128)8)) : (((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:48:16)]", 18) == 0))) ? (warpcc_body_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_body_16 + (__int128)8 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_0 || (__int128)(__UINTPTR_TYPE__)warpcc_body_0 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_16 + (__int128)8)) : 0);
#line 6
          }
#line 6
        }
#line 6
        #pragma clang diagnostic pop
#line 6
        if (warpcc_holds) {
#line 6
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      body(i, j);
#line 9
        } else {
#line 9
        #pragma clang diagnostic push
#line 9
        #pragma clang diagnostic ignored "-Weverything"
#line 6
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 7
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      body(i, j);
#line 9
        #pragma clang diagnostic pop
#line 9
        }
#line 9
      }
#line 9
    } else {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 6
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 7
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      body(i, j);
#line 9
    #pragma clang diagnostic pop
#line 9
    }
#line 9
  }
#line 10
}

// The object of the lambda behind a reference.
template <class F> static void over(int rows, int columns, const F &f) {
#line 14
  {
#line 14
    if constexpr (((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:64:16)]", 18) == 0))) {
#line 14
      {
#line 14
        #pragma clang diagnostic push
#line 14
        #pragma clang diagnostic ignored "-Weverything"
#line 14
        int warpcc_holds = 1;
#line 14
        if (warpcc_holds) {
#line 14
        #pragma omp target map(tofrom: warpcc_holds)
#line 14
          {
#line 14
            unsigned long long warpcc_f_0; __builtin_memcpy(&warpcc_f_0, (char *)__builtin_addressof(f) + 0, 8);
#line 14
            int warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)__builtin_addressof(f) + 8, 4);
#line 14
            unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)__builtin_addressof(f) + 16, 8);
#line 14
            warpcc_holds = warpcc_f_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * rows * warpcc_f_8 + (__int128)8 * columns - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_0 || (__int128)(__UINTPTR_TYPE__)warpcc_f_0 + (__int128)8 * rows * warpcc_f_8 + (__int128)8 * columns - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16);
#line 14
          }
#line 14
        }
#line 14
        #pragma clang diagnostic pop
#line 14
        if (warpcc_holds) {
#line 14
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      f(r, c);
    }
  }
#line 19
        } else {
#line 19
        #pragma clang diagnostic push
#line 19
        #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 15
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      f(r, c);
    }
  }
#line 19
        #pragma clang diagnostic pop
#line 19
        }
#line 19
      }
#line 19
    } else {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 15
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      f(r, c);
    }
  }
#line 19
    #pragma clang diagnostic pop
#line 19
    }
#line 19
  }
#line 20
}

// A constant that the lambda names is called as a size of the template, and is another one.
template <class F> static void around(int n, int wide, F f) {
#line 24
  {
#line 24
    if constexpr (((sizeof(__PRETTY_FUNCTION__) > 20 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 19], "forall.cpp:66:18)]", 18) == 0))) {
#line 24
      {
#line 24
        #pragma clang diagnostic push
#line 24
        #pragma clang diagnostic ignored "-Weverything"
#line 24
        int warpcc_holds = 1;
#line 24
        if (warpcc_holds) {
#line 24
        #pragma omp target map(tofrom: warpcc_holds)
#line 24
          {
#line 24
            unsigned long long warpcc_f_0; __builtin_memcpy(&warpcc_f_0, (char *)__builtin_addressof(f) + 0, 8);
#line 24
            unsigned long long warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)__builtin_addressof(f) + 8, 8);
#line 24
            warpcc_holds = ((__int128)(__UINTPTR_TYPE__)warpcc_f_8 - (__int128)264 + (__int128)264 * n + (__int128)8 * wide <= (__int128)(__UINTPTR_TYPE__)warpcc_f_0 || (__int128)(__UINTPTR_TYPE__)warpcc_f_0 - (__int128)264 + (__int128)264 * n + (__int128)8 * wide <= (__int128)(__UINTPTR_TYPE__)warpcc_f_8);
#line 24
          }
#line 24
        }
#line 24
        #pragma clang diagnostic pop
#line 24
        if (warpcc_holds) {
#line 24
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < wide; j++)
      f(i, j);
#line 27
        } else {
#line 27
        #pragma clang diagnostic push
#line 27
        #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 25
  for (int i = 0; i < n; i++)
    for (int j = 0; j < wide; j++)
      f(i, j);
#line 27
        #pragma clang diagnostic pop
#line 27
        }
#line 27
      }
#line 27
    } else {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 25
  for (int i = 0; i < n; i++)
    for (int j = 0; j < wide; j++)
      f(i, j);
#line 27
    #pragma clang diagnostic pop
#line 27
    }
#line 27
  }
#line 28
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
