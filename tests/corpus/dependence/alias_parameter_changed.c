/* warpcc-flags: -std=c11 */
/* Aliasing: a is a parameter, but the function points it into what the restrict b points to. */
#include "../check.h"
static void kernel(int n, int m, double *a, double *restrict b) {
  if (m > 1) a = b + n;
  #pragma omp target teams distribute parallel for //~ WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  double *b = malloc((n + 1) * m * sizeof *b);
  FILL(b, (n + 1) * m);
  #pragma omp target data map(tofrom: b[0:(n + 1) * m])
  kernel(n, m, NULL, b);
  SHOW(b, n * m);
  return 0;
}
