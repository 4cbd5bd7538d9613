/* warpcc-flags: -std=c11 */
/* Aliasing: t changes through p = &t in every iteration: 0*Δj = 0 for every Δj. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *b = malloc(n * m * sizeof *b);
  FILL(b, n * m);
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n * m]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double t = 0, *p = &t;
    for (int j = 0; j < m; j++) { //~ j=carried
      b[j * n + i] = t;
      *p = t + 1;
    }
  }
  SHOW(b, n * m);
  return 0;
}
