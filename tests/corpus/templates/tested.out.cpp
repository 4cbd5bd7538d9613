/* Instances of a template share one text, which has a test for each: the ranges of addresses are not the same. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

/* Elements of 4 and of 8 bytes. */
template <typename T> static void copied(int n, T *to, const T *from) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") if constexpr ((__is_same(T, float)) || (__is_same(T, double))) { _Pragma("clang diagnostic pop") { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = (((__is_same(T, float))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((__is_same(T, double))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = (((__is_same(T, float))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((__is_same(T, double))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1); } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * n + j] = from[i * n + j] + T(1); _Pragma("clang diagnostic pop") } } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * n + j] = from[i * n + j] + T(1); _Pragma("clang diagnostic pop") } }
}

/* Numbers are in the test, too. */
template <int S> static void spread(int n, int *to, const int *from) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") if constexpr ((static_cast<unsigned long long>(S) == 1ULL) || (static_cast<unsigned long long>(S) == 2ULL)) { _Pragma("clang diagnostic pop") { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = (((static_cast<unsigned long long>(S) == 1ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((static_cast<unsigned long long>(S) == 2ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = (((static_cast<unsigned long long>(S) == 1ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((static_cast<unsigned long long>(S) == 2ULL)) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[(i * n + j) * S] = from[i * n + j]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[(i * n + j) * S] = from[i * n + j]; _Pragma("clang diagnostic pop") } } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[(i * n + j) * S] = from[i * n + j]; _Pragma("clang diagnostic pop") } }
}

/* One test for both instances. */
template <bool NEGATIVE> static void same(int n, int *to, const int *from) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") if constexpr (((static_cast<unsigned long long>(NEGATIVE) == 18446744073709551615ULL || static_cast<unsigned long long>(NEGATIVE) == 1ULL)) || (static_cast<unsigned long long>(NEGATIVE) == 0ULL)) { _Pragma("clang diagnostic pop") { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j]; _Pragma("clang diagnostic pop") } } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * n + j] = NEGATIVE ? -from[i * n + j] : from[i * n + j]; _Pragma("clang diagnostic pop") } }
}

/* The test of one instance names a variable that the other one's does not: the first one has its way, the last one stays. */
template <bool BOTH> static void other(int n, int m, int *to, const int *from, [[maybe_unused]] const int *more) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") if constexpr (((static_cast<unsigned long long>(BOTH) == 18446744073709551615ULL || static_cast<unsigned long long>(BOTH) == 1ULL))) { _Pragma("clang diagnostic pop") { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from) && ((__int128)(__UINTPTR_TYPE__)more + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)more); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, more, to)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from) && ((__int128)(__UINTPTR_TYPE__)more + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)more); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if constexpr (BOTH)
        to[i * m + j] = from[i * m + j] + more[i * m + j];
      else
        to[i * m + j] = from[i * m + j]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if constexpr (BOTH) to[i * m + j] = from[i * m + j] + more[i * m + j]; else to[i * m + j] = from[i * m + j]; _Pragma("clang diagnostic pop") } } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if constexpr (BOTH) to[i * m + j] = from[i * m + j] + more[i * m + j]; else to[i * m + j] = from[i * m + j]; _Pragma("clang diagnostic pop") } }
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
