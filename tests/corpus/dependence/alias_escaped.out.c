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
#line 12
  {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 12
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a);
#line 12
    if (warpcc_holds) {
#line 12
    #pragma omp target data use_device_ptr(a, b)
#line 12
      { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 12
    }
#line 12
    #pragma clang diagnostic pop
#line 12
    if (warpcc_holds) {
#line 12
  #pragma omp target teams distribute parallel for collapse(2) //~ WC207
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for //~ WC207
#line 13
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
  #pragma omp target exit data map(from: a[0:2 * n * m])
  SHOW(b, n * m);
  return 0;
}
