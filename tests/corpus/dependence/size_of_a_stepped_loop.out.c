/* warpcc-flags: -std=c11 */
/* n*(m*Δi + Δj) - 2*Δk: |2*Δk| < n, so that m*Δi + Δj has to be 0. That n is positive follows from the loop over k, whose
   number of iterations, (n + 1)/2 > 0, says so only as a quotient. */
#include "../check.h"

static void kernel(int n, int m, int c, int s, double *restrict b) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = 74496 >= (__int128)c;
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: b[0:s * c])
  for (int i = 0; i < c; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      for (int k = 0; k < n; k += 2) //~ k=proved
        b[s * i + (n * m + 1) * j + n * k] += k;
#line 11
    } else {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(tofrom: b[0:s * c])
#line 8
  for (int i = 0; i < c; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      for (int k = 0; k < n; k += 2) //~ k=proved
        b[s * i + (n * m + 1) * j + n * k] += k;
#line 11
    #pragma clang diagnostic pop
#line 11
    }
#line 11
  }
#line 12
}

int main(void) {
  int n = 9, m = 5, c = 33, s = (n * m + 1) * m + n * n;
  double *b = malloc(s * c * sizeof *b);
  FILL(b, s * c);
  kernel(n, m, c, s, b);
  SHOW(b, s * c);
  return 0;
}
