/* warpcc-flags: -std=c11 */
/* Aliasing: p = base + h*n holds only until h changes. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *b = malloc((n + 2) * m * sizeof *b);
  FILL(b, (n + 2) * m);
  int h = 1;
  double *a = b + h * n;
  h = 7;
  #pragma omp target data map(tofrom: b[0:(n + 2) * m])
  {
    #pragma omp target teams distribute parallel for //~ WC207
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + i] + h;
  }
  SHOW(b, n * m);
  return 0;
}
