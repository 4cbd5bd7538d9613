/* Instances of templates whose directives stand in two pragmas, one of them behind a test. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };

template <typename T> static void scale(int n, T *x) {
#line 8
  {
#line 8
    if constexpr ((__is_same(T, float)) || (__is_same(T, double))) {
#line 8
  #pragma omp target map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  #pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  #pragma omp teams distribute parallel for
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] *= T(2);
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

template <typename T> static void copied(int n, T *to, const T *from) {
#line 16
  {
#line 16
    if constexpr ((__is_same(T, float)) || (__is_same(T, double))) {
#line 16
      {
#line 16
        #pragma clang diagnostic push
#line 16
        #pragma clang diagnostic ignored "-Weverything"
#line 16
        int warpcc_holds = (((__is_same(T, float))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : ((__is_same(T, double))) ? (((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)) : 0);
#line 16
        if (warpcc_holds) {
#line 16
        #pragma omp target data use_device_ptr(from, to)
#line 16
          { warpcc_holds = (((__is_same(T, float))) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : ((__is_same(T, double))) ? (((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)from)))) : 0); }
#line 16
        }
#line 16
        #pragma clang diagnostic pop
#line 16
        if (warpcc_holds) {
#line 16
  #pragma omp target //~ plan=collapse(2) WC109
  #pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
#line 20
        } else {
#line 20
        #pragma clang diagnostic push
#line 20
        #pragma clang diagnostic ignored "-Weverything"
#line 16
  #pragma omp target //~ plan=collapse(2) WC109
  #pragma omp teams distribute parallel for
#line 18
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
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
#line 16
  #pragma omp target //~ plan=collapse(2) WC109
  #pragma omp teams distribute parallel for
#line 18
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * n + j] = from[i * n + j] + T(1);
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

int main() {
  float *a = new float[2 * N * N];
  double *b = new double[2 * N * N];
  FILL(a, 2 * N * N);
  FILL(b, 2 * N * N);
  scale(N, a);
  scale(N, b);
  #pragma omp target data map(tofrom: a[0:2*N*N], b[0:2*N*N])
  {
    copied(N, a, a + N * N);
    copied(N, b + N * N, b);
  }
  SHOW(a, 2 * N * N);
  SHOW(b, 2 * N * N);
}
