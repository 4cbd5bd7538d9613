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
#line 13
    {
#line 13
      #pragma clang diagnostic push
#line 13
      #pragma clang diagnostic ignored "-Weverything"
#line 13
      int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264);
#line 13
      if (warpcc_holds) {
#line 13
      #pragma omp target data use_device_ptr(a, b)
#line 13
        { warpcc_holds = (!a || (b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264))); }
#line 13
      }
#line 13
      #pragma clang diagnostic pop
#line 13
      if (warpcc_holds) {
#line 13
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:2 * n * m]) //~ WC207
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1;
#line 16
      } else {
#line 16
      #pragma clang diagnostic push
#line 16
      #pragma clang diagnostic ignored "-Weverything"
#line 13
    #pragma omp target teams distribute parallel for map(tofrom: a[0:2 * n * m]) //~ WC207
#line 14
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1;
#line 16
      #pragma clang diagnostic pop
#line 16
      }
#line 16
    }
#line 17
  }
  SHOW(b, n * m);
  return 0;
}
