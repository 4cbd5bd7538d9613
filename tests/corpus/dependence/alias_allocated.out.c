/* warpcc-flags: -std=c11 */
/* Aliasing: two allocations share no byte. */
#include "../check.h"


int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a), *b;
  b = (double *)calloc(n * m, sizeof *b);
  FILL(a, n * m);
  #pragma omp target enter data map(to: a[0:n * m])
  #pragma omp target enter data map(to: b[0:n * m])
  #pragma omp target teams distribute parallel for collapse(2) //~ !WC207
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) //~ j=proved
      b[j * n + i] = a[j * n + i] + 1;
  #pragma omp target exit data map(from: b[0:n * m])
  SHOW(b, n * m);
  return 0;
}
