/* warpcc-flags: -std=c11 */
/* Aliasing: a function of the unit that is called memalign gives one pool to all. */
#include "../check.h"
static double pool[4096];
static void *memalign(size_t alignment, size_t size) { return alignment > size ? NULL : pool; }

int main(void) {
  int n = 33, m = 17;
  double *a = memalign(8, n * m * sizeof *a), *b = memalign(8, n * m * sizeof *b);
  FILL(a, n * m);
  #pragma omp target data map(tofrom: pool)
  {
    #pragma omp target teams distribute parallel for //~ WC207
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=unknown
        b[j * n + i] = a[j * n + n + i] + 1;
  }
  SHOW(b, n * m);
  return 0;
}
