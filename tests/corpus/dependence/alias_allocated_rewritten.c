/* warpcc-flags: -std=c11 */
/* Aliasing: two allocations share no byte, so that Δj is free: collapse(2). */
#include "../check.h"


int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a);
  double *b = malloc(n * m * sizeof *b);
  FILL(a, n * m);
  FILL(b, n * m);
  #pragma omp target enter data map(to: a[0:n * m])
  #pragma omp target enter data map(to: b[0:n * m])
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC310
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[i * m + j] = a[i * m + j] + 1;
  #pragma omp target exit data map(from: b[0:n * m])
  SHOW(b, n * m);
  return 0;
}
