/* warpcc-flags: -std=c11 */
/* Aliasing: a function of the unit that is called memalign gives one pool to all. */
#include "../check.h"
static double pool[4096];
static void *memalign(size_t alignment, size_t size) { return alignment > size ? NULL : pool; }

int main(void) {
  int n = 33, m = 17;
  double *a = memalign(8, n * m * sizeof *a), *b = memalign(8, n * m * sizeof *b);
  FILL(a, n * m);
  #pragma omp target data map(tofrom: pool)
  {
    { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = a[j * n + n + i] + 1; _Pragma("clang diagnostic pop") } }
  }
  SHOW(b, n * m);
  return 0;
}
