/* warpcc-flags: -std=c11 */
/* Aliasing: p = base + h*n holds only until h changes. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *b = malloc((n + 2) * m * sizeof *b);
  FILL(b, (n + 2) * m);
  int h = 1;
  double *a = b + h * n;
  h = 7;
  #pragma omp target data map(tofrom: b[0:(n + 2) * m])
  {
    { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + h; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = a[j * n + i] + h; _Pragma("clang diagnostic pop") } }
  }
  SHOW(b, n * m);
  return 0;
}
