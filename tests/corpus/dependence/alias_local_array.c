/* warpcc-flags: -std=c11 */
/* Aliasing: p points to t or to u, and both belong to one iteration of i. */
#include "../check.h"

int main(void) {
  int n = 33, m = 17;
  double *b = malloc(n * m * sizeof *b);
  FILL(b, n * m);
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n * m]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double t[32], u[32];
    for (int j = 0; j < m; j++) t[j] = u[j] = 0;
    double *p = i % 2 ? t : u;
    for (int j = 1; j < m; j++) { //~ j=unknown
      p[j] = t[j - 1] + 1;
      b[j * n + i] += p[j];
    }
  }
  SHOW(b, n * m);
  return 0;
}
