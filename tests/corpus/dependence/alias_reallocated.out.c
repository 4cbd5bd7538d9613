/* warpcc-flags: -std=c11 */
/* Aliasing: realloc may return its argument; a is not used behind it, c still points there. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a);
  double *volatile kept = a;
  double *c = kept;
  FILL(a, n * m);
  double *b = realloc(a, n * m * sizeof *a);
  if (b != c) return puts("moved") < 0;
  #pragma omp target enter data map(to: b[0:n * m])
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)c); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(c, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)c); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) //~ j=unknown
      b[j * n + i] = c[j * n + i] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = c[j * n + i] + 1; _Pragma("clang diagnostic pop") } }
  #pragma omp target exit data map(from: b[0:n * m])
  SHOW(b, n * m);
  return 0;
}
