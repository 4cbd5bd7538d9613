// warpcc-flags: -std=c++17
// A class whose operator new hands out one pool.
#include "../check.h"
#include <cstddef>
enum { N = 40 };

struct pooled {
  double v;
  static double pool[N * N + 1];
  static void *operator new[](size_t) { return pool; }
  static void operator delete[](void *) {}
};
double pooled::pool[N * N + 1];

static void one_pool(int n, int m) {
  pooled *x = new pooled[N * N], *y = new pooled[N * N];
  for (int i = 0; i < N * N; i++)
    y[i].v = i;
#line 19
  {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 19
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)y - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)x + (__int128)8 || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)y);
#line 19
    if (warpcc_holds) {
#line 19
    #pragma omp target data use_device_ptr(y, x)
#line 19
      { warpcc_holds = ((y && x && ((__int128)(__UINTPTR_TYPE__)y - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)x + (__int128)8 || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)y))); }
#line 19
    }
#line 19
    #pragma clang diagnostic pop
#line 19
    if (warpcc_holds) {
#line 19
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: pooled::pool) //~ !WC310
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++)
      x[i * m + j + 1].v = y[i * m + j].v + 1;
#line 22
    } else {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 19
  #pragma omp target teams distribute parallel for map(tofrom: pooled::pool) //~ !WC310
#line 20
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++)
      x[i * m + j + 1].v = y[i * m + j].v + 1;
#line 22
    #pragma clang diagnostic pop
#line 22
    }
#line 22
  }
#line 23
  SHOW(pooled::pool, N * N);
}

int main() {
  one_pool(1, N * N - 1);
  return 0;
}
