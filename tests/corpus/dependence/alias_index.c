/* warpcc-flags: -std=c11 */
/* Aliasing: c changes through p = &c, so b[c] = b[7 - j] is not b[0]. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *b = malloc(n * m * sizeof *b);
  FILL(b, n * m);
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n * m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) { //~ j=unknown
      int c = 0, *p = &c;
      *p = j / 2;
      b[c * n + i] = b[j * n + i] + 1;
    }
  SHOW(b, n * m);
  return 0;
}
