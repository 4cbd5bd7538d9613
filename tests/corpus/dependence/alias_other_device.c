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
    #pragma omp target teams distribute parallel for map(tofrom: a[0:2 * n * m]) //~ WC207
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1;
  }
  SHOW(b, n * m);
  return 0;
}
