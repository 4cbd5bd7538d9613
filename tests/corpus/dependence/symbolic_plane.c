/* warpcc-flags: -std=c11 */
/* Linearised twice: 8*n*m*Δj + 8*n*Δk != 0, since |Δk| <= m - 1 and 8*n*m > 8*n*(m - 1): independent. */
#include "../check.h"

static void kernel(int n, int m, int s, long size, double *a) {
  (void)s;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:size]) //~ plan=none
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      for (int k = 0; k < 2; k++) a[(j * 2 + k) * n + i] += 1;
    }
  }
}

int main(void) {
  long size = 4 * 33 * 17 + 64;
  double *a = malloc(size * sizeof *a);
  FILL(a, size);
  kernel(33, 17, 40, size, a);
  SHOW(a, size);
  return 0;
}
