/* warpcc-flags: -std=c11 */
/* Aliasing: &b is known to another function, which points b at a. */
#include "../check.h"
static void redirect(double **pointer, double *to) { *pointer = to; }

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(2 * n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
  FILL(a, 2 * n * m);
  redirect(&b, a + n);
  #pragma omp target enter data map(to: a[0:2 * n * m])
  #pragma omp target teams distribute parallel for //~ WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
  #pragma omp target exit data map(from: a[0:2 * n * m])
  SHOW(b, n * m);
  return 0;
}
