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
#line 14
  {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 14
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)c);
#line 14
    if (warpcc_holds) {
#line 14
    #pragma omp target data use_device_ptr(c, b)
#line 14
      { warpcc_holds = ((c && b && ((__int128)(__UINTPTR_TYPE__)c + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4488 <= (__int128)(__UINTPTR_TYPE__)c))); }
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
      b[j * n + i] = c[j * n + i] + 1;
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
      b[j * n + i] = c[j * n + i] + 1;
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
  #pragma omp target exit data map(from: b[0:n * m])
  SHOW(b, n * m);
  return 0;
}
