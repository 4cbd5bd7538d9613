/* warpcc-flags: -std=c11 */
/* Aliasing: list items of two constructs may share storage. */
#include "../check.h"
double *fresh(int size);
double *fresh(int size) {
  double *p = malloc(size * sizeof *p);
  FILL(p, size);
  return p;
}


int main(void) {
  int n = 33, m = 17;
  double *a = fresh(n * m), *b = fresh(n * m);
  #pragma omp target data map(to: a[0:n * m])
  {
    #pragma omp target data map(tofrom: b[0:n * m])
    {
      { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
      for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) //~ j=unknown
          b[j * n + i] = a[j * n + i] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = a[j * n + i] + 1; _Pragma("clang diagnostic pop") } }
    }
  }
  SHOW(b, n * m);
  return 0;
}
