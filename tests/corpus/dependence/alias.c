/* warpcc-flags: -std=c11 */
/* Aliasing: two plain pointers of unknown origin. The region touches [a, a + 8*n*m) and
   [b, b + 8*n*m): if these do not overlap, no two iterations meet. */
#include "../check.h"
double *a, *b;

static void kernel(int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[i * m + j] = a[i * m + j] + 1;
}

int main(void) {
  int n = 33, m = 17;
  a = malloc(n * m * sizeof *a), b = malloc(n * m * sizeof *b);
  FILL(a, n * m);
  FILL(b, n * m);
  #pragma omp target data map(to: a[0:n * m]) map(tofrom: b[0:n * m])
  kernel(n, m);
  SHOW(b, n * m);
  return 0;
}
