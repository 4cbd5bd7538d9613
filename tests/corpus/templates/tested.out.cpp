/* Instances of a template share one text, which has a test for each: the ranges of addresses are not the same. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

/* Elements of 4 and of 8 bytes. */
template <typename T> static void copied(int n, T *to, const T *from) {
#line 9
  {
#line 9
    if constexpr ((__is_same(T, float)) || (__is_same(T, double))) {
#line 9
      {
#line 9
        #pragma clang diagnostic push
#line 9
        #pragma clang diagnostic ignored "-Weverything"
#line 9
        int warpcc_holds = (((__is_same(T, float))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((__is_same(T, double))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0);
#line 9
        if (warpcc_holds) {
#line 9
        #pragma omp target data use_device_ptr(from, to)
#line 9
          { warpcc_holds = (((__is_same(T, float))) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : ((__is_same(T, double))) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : 0); }
#line 9
        }
#line 9
        #pragma clang diagnostic pop
#line 9
        if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
#line 12
        } else {
#line 12
        #pragma clang diagnostic push
#line 12
        #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
#line 12
        #pragma clang diagnostic pop
#line 12
        }
#line 12
      }
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

/* Numbers are in the test, too. */
template <int S> static void spread(int n, int *to, const int *from) {
#line 17
  {
#line 17
    if constexpr ((static_cast<unsigned long long>(S) == 1ULL) || (static_cast<unsigned long long>(S) == 2ULL)) {
#line 17
      {
#line 17
        #pragma clang diagnostic push
#line 17
        #pragma clang diagnostic ignored "-Weverything"
#line 17
        int warpcc_holds = (((static_cast<unsigned long long>(S) == 1ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((static_cast<unsigned long long>(S) == 2ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0);
#line 17
        if (warpcc_holds) {
#line 17
        #pragma omp target data use_device_ptr(from, to)
#line 17
          { warpcc_holds = (((static_cast<unsigned long long>(S) == 1ULL)) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : ((static_cast<unsigned long long>(S) == 2ULL)) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : 0); }
#line 17
        }
#line 17
        #pragma clang diagnostic pop
#line 17
        if (warpcc_holds) {
#line 17
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[(i * n + j) * S] = from[i * n + j];
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
    for (int j = 0; j < n; j++)
      to[(i * n + j) * S] = from[i * n + j];
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
    for (int j = 0; j < n; j++)
      to[(i * n + j) * S] = from[i * n + j];
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

/* One test for both instances. */
template <bool NEGATIVE> static void same(int n, int *to, const int *from) {
#line 25
  {
#line 25
    if constexpr (((static_cast<unsigned long long>(NEGATIVE) == 18446744073709551615ULL || static_cast<unsigned long long>(NEGATIVE) == 1ULL)) || (static_cast<unsigned long long>(NEGATIVE) == 0ULL)) {
#line 25
      {
#line 25
        #pragma clang diagnostic push
#line 25
        #pragma clang diagnostic ignored "-Weverything"
#line 25
        int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from);
#line 25
        if (warpcc_holds) {
#line 25
        #pragma omp target data use_device_ptr(from, to)
#line 25
          { warpcc_holds = ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 25
        }
#line 25
        #pragma clang diagnostic pop
#line 25
        if (warpcc_holds) {
#line 25
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j];
#line 28
        } else {
#line 28
        #pragma clang diagnostic push
#line 28
        #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 26
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j];
#line 28
        #pragma clang diagnostic pop
#line 28
        }
#line 28
      }
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 26
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j];
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

/* The test of one instance names a variable that the other one's does not: the first one has its way, the last one stays. */
template <bool BOTH> static void other(int n, int m, int *to, const int *from, [[maybe_unused]] const int *more) {
#line 33
  {
#line 33
    if constexpr (((static_cast<unsigned long long>(BOTH) == 18446744073709551615ULL || static_cast<unsigned long long>(BOTH) == 1ULL))) {
#line 33
      {
#line 33
        #pragma clang diagnostic push
#line 33
        #pragma clang diagnostic ignored "-Weverything"
#line 33
        int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from) && ((__int128)(__UINTPTR_TYPE__)more + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)more);
#line 33
        if (warpcc_holds) {
#line 33
        #pragma omp target data use_device_ptr(from, more, to)
#line 33
          { warpcc_holds = ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from))) && ((more && to && ((__int128)(__UINTPTR_TYPE__)more + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)more))); }
#line 33
        }
#line 33
        #pragma clang diagnostic pop
#line 33
        if (warpcc_holds) {
#line 33
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if constexpr (BOTH)
        to[i * m + j] = from[i * m + j] + more[i * m + j];
      else
        to[i * m + j] = from[i * m + j];
#line 39
        } else {
#line 39
        #pragma clang diagnostic push
#line 39
        #pragma clang diagnostic ignored "-Weverything"
#line 33
  #pragma omp target teams distribute parallel for //~ plan=none WC408
#line 34
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if constexpr (BOTH)
        to[i * m + j] = from[i * m + j] + more[i * m + j];
      else
        to[i * m + j] = from[i * m + j];
#line 39
        #pragma clang diagnostic pop
#line 39
        }
#line 39
      }
#line 39
    } else {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 33
  #pragma omp target teams distribute parallel for //~ plan=none WC408
#line 34
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if constexpr (BOTH)
        to[i * m + j] = from[i * m + j] + more[i * m + j];
      else
        to[i * m + j] = from[i * m + j];
#line 39
    #pragma clang diagnostic pop
#line 39
    }
#line 39
  }
#line 40
}

template <typename T> static T *filled() {
  T *all = (T *)malloc(3 * N * N * sizeof *all);
  FILL(all, 3 * N * N);
  return all;
}

template <typename T> static void both(T *x) {
  #pragma omp target data map(tofrom: x[0:3*N*N])
  {
    copied(N, x + N * N, x);
    copied(N, x, x);
  }
  SHOW(x, 3 * N * N);
}

int main() {
  float *a = filled<float>();
  double *b = filled<double>();
  int *c = filled<int>();
  both(a);
  both(b);
  #pragma omp target data map(tofrom: c[0:3*N*N])
  {
    spread<1>(N, c + N * N, c);
    spread<2>(N, c + N * N, c);
    spread<1>(N, c, c);
    same<true>(N, c + N * N, c);
    same<false>(N, c, c);
    other<true>(N, N, c + N * N, c, c + 2 * N * N);
    other<false>(N, N, c, c + N * N, c);
  }
  SHOW(c, 3 * N * N);
  free(a);
  free(b);
  free(c);
  return 0;
}
