/* warpcc-flags: -std=c11 */
/* Aliasing: list items of one enclosing target data share no byte. */
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
  #pragma omp target data map(to: a[0:n * m]) map(tofrom: b[0:n * m])
  {
    #pragma omp target teams distribute parallel for collapse(2) //~ !WC207
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) //~ j=proved
        b[j * n + i] = a[j * n + i] + 1;
  }
  SHOW(b, n * m);
  return 0;
}
