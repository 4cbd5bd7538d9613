/* warpcc-flags: -std=c11 */
/* t is 0: of n*m*t + 2*j - (2*k + 1) is left 2*(j - k) - 1, which is odd. */
#include "../check.h"

static void kernel(int n, int m, int c, int s, double *restrict b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:s * c])
  for (int i = 0; i < c; i++)
    for (int t = 0; t < 1; t++)
      for (int j = 0; j < m; j++) //~ j=proved
        for (int k = 0; k < m; k++)
          b[s * i + n * m * t + 2 * j] += b[s * i + 2 * k + 1];
}

int main(void) {
  int n = 3, m = 17, c = 33, s = 2 * m + 1;
  double *b = malloc(s * c * sizeof *b);
  FILL(b, s * c);
  kernel(n, m, c, s, b);
  SHOW(b, s * c);
  return 0;
}
