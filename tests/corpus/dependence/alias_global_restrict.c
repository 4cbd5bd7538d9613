/* warpcc-flags: -std=c11 */
/* Aliasing: a restrict parameter does not point into an array that the function names. */
#include "../check.h"
static double a[64 * 64];

static void kernel(int n, int m, double *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a) //~ !WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  double *b = malloc(n * m * sizeof *b);
  FILL(a, 64 * 64);
  FILL(b, n * m);
  #pragma omp target data map(tofrom: b[0:n * m])
  kernel(n, m, b);
  SHOW(b, n * m);
  return 0;
}
