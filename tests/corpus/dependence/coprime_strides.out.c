/* warpcc-flags: -std=c11 */
/* (n*m + 1)*Δi + n*Δj = n*(m*Δi + Δj) + Δi is 0 only where m*Δi + Δj = -q and Δi = n*q for one q. With q >= 1
   Δj would be below -n*m, with q <= -1 above n*m; but j has n*m + 1 values. So q = 0, and both Δ's are. */
#include "../check.h"

static void kernel(int n, int m, int r, int c, int s, const double a[][m][n], double *restrict b) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = 74688 >= (__int128)c;
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for collapse(3) map(to: a[0:1][0:m][0:n]) map(tofrom: b[0:s * c])
  for (int k = 0; k < c; k++)
    for (int i = 0; i < r; i++) //~ i=proved
      for (int j = 0; j <= n * m; j++) //~ j=proved
        b[s * k + (n * m + 1) * i + n * j] += a[0][0][0];
#line 11
    } else {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(to: a[0:1][0:m][0:n]) map(tofrom: b[0:s * c])
#line 8
  for (int k = 0; k < c; k++)
    for (int i = 0; i < r; i++) //~ i=proved
      for (int j = 0; j <= n * m; j++) //~ j=proved
        b[s * k + (n * m + 1) * i + n * j] += a[0][0][0];
#line 11
    #pragma clang diagnostic pop
#line 11
    }
#line 11
  }
#line 12
}

int main(void) {
  int n = 3, m = 5, r = 7, c = 33, s = (n * m + 1) * r + n * n * m;
  double *a = malloc(n * m * sizeof *a), *b = malloc(s * c * sizeof *b);
  FILL(a, n * m);
  FILL(b, s * c);
  kernel(n, m, r, c, s, (void *)a, b);
  SHOW(b, s * c);
  return 0;
}
