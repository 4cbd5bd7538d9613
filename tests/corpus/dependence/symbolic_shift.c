/* warpcc-flags: -std=c11 */
/* Linearised: n*Δj - n*m = 0 for Δj = m, but Δj <= m - 1: independent for every n and m. */
#include "../check.h"

static void kernel(int n, int m, int s, long size, double *a) {
  (void)s;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:size]) //~ plan=none
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      a[j * n + i] = a[(j + m) * n + i] + 1;
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
