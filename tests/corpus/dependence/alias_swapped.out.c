/* warpcc-flags: -std=c11 */
/* Aliasing: a and b are exchanged, so that neither is one allocation; [a, a + 8*n*m) and [b, b + 8*n*m). */
#include "../check.h"


int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
  FILL(a, n * m);
  FILL(b, n * m);
  for (int t = 0; t < 4; t++) {
    double *keep = a;
    #pragma omp target enter data map(to: a[0:n * m])
    #pragma omp target enter data map(to: b[0:n * m])
#line 15
    {
#line 15
      #pragma clang diagnostic push
#line 15
      #pragma clang diagnostic ignored "-Weverything"
#line 15
      int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a);
#line 15
      if (warpcc_holds) {
#line 15
      #pragma omp target data use_device_ptr(a, b)
#line 15
        { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 15
      }
#line 15
      #pragma clang diagnostic pop
#line 15
      if (warpcc_holds) {
#line 15
    #pragma omp target teams distribute parallel for collapse(2) //~ WC207
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + 1;
#line 18
      } else {
#line 18
      #pragma clang diagnostic push
#line 18
      #pragma clang diagnostic ignored "-Weverything"
#line 15
    #pragma omp target teams distribute parallel for //~ WC207
#line 16
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + 1;
#line 18
      #pragma clang diagnostic pop
#line 18
      }
#line 18
    }
#line 19
    #pragma omp target exit data map(from: a[0:n * m])
    #pragma omp target exit data map(from: b[0:n * m])
    a = b;
    b = keep;
  }
  SHOW(b, n * m);
  return 0;
}
