/* warpcc-flags: -std=c11 */
/* Aliasing: b is restrict, and a, a parameter that never changes, cannot have been derived from it. */
#include "../check.h"
static void kernel(int n, int m, double *a, double *restrict b) {
  #pragma omp target teams distribute parallel for //~ !WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
  FILL(a, n * m);
  FILL(b, n * m);
  #pragma omp target data map(to: a[0:n * m]) map(tofrom: b[0:n * m])
  kernel(n, m, a, b);
  SHOW(b, n * m);
  return 0;
}
