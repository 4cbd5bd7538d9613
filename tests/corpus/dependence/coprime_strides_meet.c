/* warpcc-flags: -std=c11 */
/* As coprime_strides, with one j more: Δi = n and Δj = -(n*m + 1) is a dependence. */
#include "../check.h"

static void kernel(int n, int m, int r, int c, int s, const double a[][m][n], double *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:1][0:m][0:n]) map(tofrom: b[0:s * c])
  for (int k = 0; k < c; k++)
    for (int i = 0; i < r; i++) //~ i=carried
      for (int j = 0; j <= n * m + 1; j++) //~ j=carried
        b[s * k + (n * m + 1) * i + n * j] += a[0][0][0];
}

int main(void) {
  int n = 3, m = 5, r = 7, c = 33, s = (n * m + 1) * r + n * (n * m + 1);
  double *a = malloc(n * m * sizeof *a), *b = malloc(s * c * sizeof *b);
  FILL(a, n * m);
  FILL(b, s * c);
  kernel(n, m, r, c, s, (void *)a, b);
  SHOW(b, s * c);
  return 0;
}
