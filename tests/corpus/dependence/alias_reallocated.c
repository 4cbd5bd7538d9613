/* warpcc-flags: -std=c11 */
/* Aliasing: realloc may return its argument; a is not used behind it, c still points there. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a);
  double *volatile kept = a;
  double *c = kept;
  FILL(a, n * m);
  double *b = realloc(a, n * m * sizeof *a);
  if (b != c) return puts("moved") < 0;
  #pragma omp target enter data map(to: b[0:n * m])
  #pragma omp target teams distribute parallel for //~ WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = c[j * n + i] + 1;
  #pragma omp target exit data map(from: b[0:n * m])
  SHOW(b, n * m);
  return 0;
}
