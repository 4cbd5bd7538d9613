/* warpcc-flags: -std=c11 */
/* Aliasing: what a construct for another device maps is not what this region reaches. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *base = malloc(2 * n * m * sizeof *base);
  double *volatile kept = base;
  double *a = kept, *b = kept;
  FILL(base, 2 * n * m);
  #pragma omp target data device(1) map(to: a[0:1]) map(to: b[1:1])
  {
    { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a[0:2 * n * m])")
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: a[0:2 * n * m])") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = a[j * n + n + i] + 1; _Pragma("clang diagnostic pop") } }
  }
  SHOW(b, n * m);
  return 0;
}
