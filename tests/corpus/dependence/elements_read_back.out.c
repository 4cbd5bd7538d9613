/* warpcc-flags: -std=c11 */
/* One-level memory: at[0] = i and at[1] = j when they are read, so that the subscripts are those of
   a[i * m + j] and f - g = 8*Δj, which is not 0 where Δj is not. */
#include "../check.h"
static double a[33 * 17], b[33 * 17];

static void kernel(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=proved
      int at[2] = {i, 0};
      at[1] += j;
      a[at[0] * m + at[1]] += b[at[0] * m + at[1]];
    }
}

int main(void) {
  FILL(a, 33 * 17);
  FILL(b, 33 * 17);
  kernel(33, 17);
  SHOW(a, 33 * 17);
  return 0;
}
