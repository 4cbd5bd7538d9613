/* warpcc-flags: -std=c11 */
/* Aliasing: a plain parameter may point into a global array. */
#include "../check.h"
static double b[64 * 64];

static void kernel(int n, int m, const double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  FILL(b, 64 * 64);
  kernel(n, m, b + n);
  SHOW(b, n * m);
  return 0;
}
