/* warpcc-flags: -std=c11 */
/* Aliasing: list items of two constructs may share storage. */
#include "../check.h"
double *fresh(int size);
double *fresh(int size) {
  double *p = malloc(size * sizeof *p);
  FILL(p, size);
  return p;
}


int main(void) {
  int n = 33, m = 17;
  double *a = fresh(n * m), *b = fresh(n * m);
  #pragma omp target data map(to: a[0:n * m])
  {
    #pragma omp target data map(tofrom: b[0:n * m])
    {
      #pragma omp target teams distribute parallel for //~ WC207
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) //~ j=unknown
          b[j * n + i] = a[j * n + i] + 1;
    }
  }
  SHOW(b, n * m);
  return 0;
}
