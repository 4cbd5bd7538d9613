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
#line 14
    {
#line 14
      #pragma clang diagnostic push
#line 14
      #pragma clang diagnostic ignored "-Weverything"
#line 14
      int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a);
#line 14
      if (warpcc_holds) {
#line 14
      #pragma omp target data use_device_ptr(a, b)
#line 14
        { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 14
      }
#line 14
      #pragma clang diagnostic pop
#line 14
      if (warpcc_holds) {
#line 14
    #pragma omp target teams distribute parallel for collapse(2) //~ WC207
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + h;
#line 17
      } else {
#line 17
      #pragma clang diagnostic push
#line 17
      #pragma clang diagnostic ignored "-Weverything"
#line 14
    #pragma omp target teams distribute parallel for //~ WC207
#line 15
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + h;
#line 17
      #pragma clang diagnostic pop
#line 17
      }
#line 17
    }
#line 18
  }
  SHOW(b, n * m);
  return 0;
}
