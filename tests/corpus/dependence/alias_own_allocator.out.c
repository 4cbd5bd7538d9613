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
        { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4752 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a + (__int128)264))); }
#line 13
      }
#line 13
      #pragma clang diagnostic pop
#line 13
      if (warpcc_holds) {
#line 13
    #pragma omp target teams distribute parallel for collapse(2) //~ WC207
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
    #pragma omp target teams distribute parallel for //~ WC207
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
