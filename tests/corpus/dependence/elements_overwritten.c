/* warpcc-flags: -std=c11 */
/* One-level memory: k is not a number, so that at[k] = 0 may be at[1] too, and a[i * m + at[1]] may be
   one element for all j. */
#include "../check.h"
static double a[33 * 17], b[33 * 17];

static void kernel(int n, int m, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=unknown
      int at[2] = {i, j};
      at[k] = 0;
      a[i * m + at[1]] += b[i * m + j];
    }
}

int main(void) {
  FILL(a, 33 * 17);
  FILL(b, 33 * 17);
  kernel(33, 17, 1);
  SHOW(a, 33 * 17);
  return 0;
}
