/* warpcc-flags: -std=c11 */
/* Derived pointer: b = a + n*m, so that 8*n*Δj + 8*n*m != 0, since |Δj| <= m - 1: independent. */
#include "../check.h"
static void kernel(int n, int m, double *a) {
  double *b = a + n * m;
  #pragma omp target teams distribute parallel for //~ !WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(2 * n * m * sizeof *a);
  FILL(a, 2 * n * m);
  #pragma omp target data map(tofrom: a[0:2 * n * m])
  kernel(n, m, a);
  SHOW(a, 2 * n * m);
  return 0;
}
