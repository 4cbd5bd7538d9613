// warpcc-flags: -std=c++17 -O2
// Lambdas that are generic: their parameters have the types of what they are called with. And members of classes that are templates and call lambdas.
#include "../check.h"

template <typename Body> void forall(int n, int m, Body body) {
#line 6
  {
#line 6
    if constexpr (((sizeof(__PRETTY_FUNCTION__) > 21 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20], "generic.cpp:96:18)]", 19) == 0)) || ((sizeof(__PRETTY_FUNCTION__) > 21 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20], "generic.cpp:97:18)]", 19) == 0))) {
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
            if constexpr (((sizeof(__PRETTY_FUNCTION__) > 21 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20], "generic.cpp:96:18)]", 19) == 0))) {
#line 6
            unsigned long long warpcc_body_0; __builtin_memcpy(&warpcc_body_0, (char *)__builtin_addressof(body) + 0, 8);
#line 6
            int warpcc_body_8; __builtin_memcpy(&warpcc_body_8, (char *)__builtin_addressof(body) + 8, 4);
#line 6
            unsigned long long warpcc_body_16; __builtin_memcpy(&warpcc_body_16, (char *)__builtin_addressof(body) + 16, 8);
#line 6
            warpcc_holds = warpcc_body_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_body_16 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_0 || (__int128)(__UINTPTR_TYPE__)warpcc_body_0 + (__int128)8 * n * warpcc_body_8 + (__int128)8 * m - (__int128)8 * warpcc_body_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_16);
#line 6
            }
#line 6
            if constexpr (((sizeof(__PRETTY_FUNCTION__) > 21 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 20], "generic.cpp:97:18)]", 19) == 0))) {
#line 6
            int warpcc_body_0; __builtin_memcpy(&warpcc_body_0, (char *)__builtin_addressof(body) + 0, 4);
#line 6
            unsigned long long warpcc_body_8; __builtin_memcpy(&warpcc_body_8, (char *)__builtin_addressof(body) + 8, 8);
#line 6
            unsigned long long warpcc_body_16; __builtin_memcpy(&warpcc_body_16, (char *)__builtin_addressof(body) + 16, 8);
#line 6
            warpcc_holds = warpcc_body_0 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_body_16 + (__int128)8 * n * warpcc_body_0 + (__int128)8 * m - (__int128)8 * warpcc_body_0 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_8 || (__int128)(__UINTPTR_TYPE__)warpcc_body_8 + (__int128)8 * n * warpcc_body_0 + (__int128)8 * m - (__int128)8 * warpcc_body_0 <= (__int128)(__UINTPTR_TYPE__)warpcc_body_16);
#line 6
            }
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

// A member of a class.
struct Plane {
  int rows, columns;
  template <class F> void each(F f) const {
    int n = rows, m = columns;
#line 17
    {
#line 17
      if constexpr (((sizeof(__PRETTY_FUNCTION__) > 22 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21], "generic.cpp:103:16)]", 20) == 0)) || ((sizeof(__PRETTY_FUNCTION__) > 22 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21], "generic.cpp:104:16)]", 20) == 0))) {
#line 17
        {
#line 17
          #pragma clang diagnostic push
#line 17
          #pragma clang diagnostic ignored "-Weverything"
#line 17
          int warpcc_holds = 1;
#line 17
          if (warpcc_holds) {
#line 17
          #pragma omp target map(tofrom: warpcc_holds)
#line 17
            {
#line 17
              unsigned long long warpcc_f_0; __builtin_memcpy(&warpcc_f_0, (char *)__builtin_addressof(f) + 0, 8);
#line 17
              int warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)__builtin_addressof(f) + 8, 4);
#line 17
              unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)__builtin_addressof(f) + 16, 8);
#line 17
              warpcc_holds = warpcc_f_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_0 || (__int128)(__UINTPTR_TYPE__)warpcc_f_0 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16);
#line 17
            }
#line 17
          }
#line 17
          #pragma clang diagnostic pop
#line 17
          if (warpcc_holds) {
#line 17
    #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
#line 20
          } else {
#line 20
          #pragma clang diagnostic push
#line 20
          #pragma clang diagnostic ignored "-Weverything"
#line 17
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 18
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
#line 20
          #pragma clang diagnostic pop
#line 20
          }
#line 20
        }
#line 20
      } else {
#line 20
      #pragma clang diagnostic push
#line 20
      #pragma clang diagnostic ignored "-Weverything"
#line 17
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 18
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        f(i, j);
#line 20
      #pragma clang diagnostic pop
#line 20
      }
#line 20
    }
#line 21
  }
  // Which needs none of its objects, and takes lambdas by reference.
  template <class F> static void over(int n, int m, const F &f) {
#line 24
    {
#line 24
      if constexpr (((sizeof(__PRETTY_FUNCTION__) > 22 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21], "generic.cpp:105:23)]", 20) == 0))) {
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
              int warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)__builtin_addressof(f) + 8, 4);
#line 24
              unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)__builtin_addressof(f) + 16, 8);
#line 24
              warpcc_holds = warpcc_f_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_0 || (__int128)(__UINTPTR_TYPE__)warpcc_f_0 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16);
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
      for (int j = 0; j < m; j++)
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
      for (int j = 0; j < m; j++)
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
      for (int j = 0; j < m; j++)
        f(i, j);
#line 27
      #pragma clang diagnostic pop
#line 27
      }
#line 27
    }
#line 28
  }
};

// A member of a class template; the lambda is one that is made for the call.
template <typename T> class Space {
  T rows, columns;

public:
  Space(T n, T m) : rows(n), columns(m) {}
  template <class F> void each(F &&f) const {
    T n = rows, m = columns;
#line 39
    {
#line 39
      if constexpr ((__is_same(T, int) && (sizeof(__PRETTY_FUNCTION__) > 22 && (__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == '/' || __PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 22] == ' ') && __builtin_memcmp(&__PRETTY_FUNCTION__[sizeof(__PRETTY_FUNCTION__) - 21], "generic.cpp:106:27)]", 20) == 0))) {
#line 39
        {
#line 39
          #pragma clang diagnostic push
#line 39
          #pragma clang diagnostic ignored "-Weverything"
#line 39
          int warpcc_holds = 1;
#line 39
          if (warpcc_holds) {
#line 39
          #pragma omp target map(tofrom: warpcc_holds)
#line 39
            {
#line 39
              unsigned long long warpcc_f_0; __builtin_memcpy(&warpcc_f_0, (char *)__builtin_addressof(f) + 0, 8);
#line 39
              int warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)__builtin_addressof(f) + 8, 4);
#line 39
              unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)__builtin_addressof(f) + 16, 8);
#line 39
              warpcc_holds = warpcc_f_8 >= 0 && ((__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_0 || (__int128)(__UINTPTR_TYPE__)warpcc_f_0 + (__int128)8 * n * warpcc_f_8 + (__int128)8 * m - (__int128)8 * warpcc_f_8 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16);
#line 39
            }
#line 39
          }
#line 39
          #pragma clang diagnostic pop
#line 39
          if (warpcc_holds) {
#line 39
    #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
    for (T i = 0; i < n; i++)
      for (T j = 0; j < m; j++)
        f(i, j);
#line 42
          } else {
#line 42
          #pragma clang diagnostic push
#line 42
          #pragma clang diagnostic ignored "-Weverything"
#line 39
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 40
    for (T i = 0; i < n; i++)
      for (T j = 0; j < m; j++)
        f(i, j);
#line 42
          #pragma clang diagnostic pop
#line 42
          }
#line 42
        }
#line 42
      } else {
#line 42
      #pragma clang diagnostic push
#line 42
      #pragma clang diagnostic ignored "-Weverything"
#line 39
    #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 40
    for (T i = 0; i < n; i++)
      for (T j = 0; j < m; j++)
        f(i, j);
#line 42
      #pragma clang diagnostic pop
#line 42
      }
#line 42
    }
#line 43
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
#line 79
    {
#line 79
      if constexpr ((__is_same(T, float))) {
#line 79
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] *= 2;
#line 82
      } else {
#line 82
      #pragma clang diagnostic push
#line 82
      #pragma clang diagnostic ignored "-Weverything"
#line 79
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
#line 80
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] *= 2;
#line 82
      #pragma clang diagnostic pop
#line 82
      }
#line 82
    }
#line 83
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
