/* warpcc-flags: -std=c11 */
/* Derived pointer: b = a + 64, so that 512*Δj + 512 = 0 for Δj = -1; distance (1). */
#include "../check.h"
static void kernel(int m, double *a) {
  double *b = a + 64;
  #pragma omp target teams distribute parallel for //~ !WC207
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < m; j++) //~ j=carried
      b[j * 64 + i] = a[j * 64 + i] + 1;
}

int main(void) {
  int n = 64, m = 17;
  double *a = malloc(2 * n * m * sizeof *a);
  FILL(a, 2 * n * m);
  #pragma omp target data map(tofrom: a[0:2 * n * m])
  kernel(m, a);
  SHOW(a, 2 * n * m);
  return 0;
}
