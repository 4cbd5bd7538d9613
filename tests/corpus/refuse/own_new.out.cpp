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
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)y - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)x + (__int128)8 || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)y); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(y, x)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)y - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)x + (__int128)8 || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)y); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: pooled::pool)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++)
      x[i * m + j + 1].v = y[i * m + j].v + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: pooled::pool)") for (int i = 0; i < n; i++) for (int j = 0; j < m - 1; j++) x[i * m + j + 1].v = y[i * m + j].v + 1; _Pragma("clang diagnostic pop") } }
  SHOW(pooled::pool, N * N);
}

int main() {
  one_pool(1, N * N - 1);
  return 0;
}
