/* warpcc-flags: -std=c11 */
/* Delta: the first subscript says Δj = 0, the second Δj + 1 = 0: no solution: independent. */
#include "../check.h"
static double a[16][17][64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int j = 0; j < 16; j++)
    for (int i = 0; i < 64; i++) //~ j=proved
      a[j][j + 1][i] = a[j][j][i] + 1;
}

int main(void) {
  double *flat = &a[0][0][0];
  FILL(flat, 16 * 17 * 64);
  kernel();
  SHOW(flat, 16 * 17 * 64);
  return 0;
}
