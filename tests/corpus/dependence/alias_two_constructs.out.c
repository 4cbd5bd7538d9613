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
#line 19
      {
#line 19
        #pragma clang diagnostic push
#line 19
        #pragma clang diagnostic ignored "-Weverything"
#line 19
        int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a);
#line 19
        if (warpcc_holds) {
#line 19
        #pragma omp target data use_device_ptr(a, b)
#line 19
          { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 19
        }
#line 19
        #pragma clang diagnostic pop
#line 19
        if (warpcc_holds) {
#line 19
      #pragma omp target teams distribute parallel for collapse(2) //~ WC207
      for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) //~ j=unknown
          b[j * n + i] = a[j * n + i] + 1;
#line 22
        } else {
#line 22
        #pragma clang diagnostic push
#line 22
        #pragma clang diagnostic ignored "-Weverything"
#line 19
      #pragma omp target teams distribute parallel for //~ WC207
#line 20
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) //~ j=unknown
          b[j * n + i] = a[j * n + i] + 1;
#line 22
        #pragma clang diagnostic pop
#line 22
        }
#line 22
      }
#line 23
    }
  }
  SHOW(b, n * m);
  return 0;
}
