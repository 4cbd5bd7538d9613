/* warpcc-flags: -std=c11 */
/* Row pointer: row = a + i*m moves inward with the loops; 8*m*Δi + 8*Δj != 0, since |Δj| <= m - 1. */
#include "../check.h"
static void kernel(int n, int m, double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n * m]) //~ plan=collapse(2)+sink(7)
  for (int i = 0; i < n; i++) {
#line 8
    for (int j = 0; j < m; j++) { //~ j=proved
#line 7
      double *row = a + i * m;
#line 9
      row[j] = row[j] * 2 + 1;
    }
  }
}

int main(void) {
  int n = 33, m = 17;
  double *a = malloc(n * m * sizeof *a);
  FILL(a, n * m);
  kernel(n, m, a);
  SHOW(a, n * m);
  return 0;
}
