/* warpcc-flags: -std=c11 */
/* Aliasing: a and b are exchanged, so that neither is one allocation; [a, a + 8*n*m) and [b, b + 8*n*m). */
#include "../check.h"


int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
  FILL(a, n * m);
  FILL(b, n * m);
  for (int t = 0; t < 4; t++) {
    double *keep = a;
    #pragma omp target enter data map(to: a[0:n * m])
    #pragma omp target enter data map(to: b[0:n * m])
    #pragma omp target teams distribute parallel for //~ WC207
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + 1;
    #pragma omp target exit data map(from: a[0:n * m])
    #pragma omp target exit data map(from: b[0:n * m])
    a = b;
    b = keep;
  }
  SHOW(b, n * m);
  return 0;
}
