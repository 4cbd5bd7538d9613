/* warpcc-flags: -std=c11 */
/* Aliasing: &b is known to another function, which points b at a. */
#include "../check.h"
static void redirect(double **pointer, double *to) { *pointer = to; }

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(2 * n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
  FILL(a, 2 * n * m);
  redirect(&b, a + n);
  #pragma omp target enter data map(to: a[0:2 * n * m])
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(a, b)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j * n + i] = a[j * n + i] + 1; _Pragma("clang diagnostic pop") } }
  #pragma omp target exit data map(from: a[0:2 * n * m])
  SHOW(b, n * m);
  return 0;
}
