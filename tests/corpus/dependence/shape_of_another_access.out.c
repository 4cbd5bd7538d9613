/* warpcc-flags: -std=c11 */
/* The rows of s have n elements, so that n > 0 wherever one of them is read: f - g = 8*n*Δj of
   b[n * (m * i + j)] is not 0 where Δj is not. No loop says anything of n. */
#include "../check.h"

static void kernel(int n, int m, int c, const double s[m][n], double *restrict b) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = n == 1;
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for collapse(2) map(to: s[0:m][0:n]) map(tofrom: b[0:n * m * c])
  for (int i = 0; i < c; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[n * (m * i + j)] += s[j][0];
#line 10
    } else {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(to: s[0:m][0:n]) map(tofrom: b[0:n * m * c])
#line 8
  for (int i = 0; i < c; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      b[n * (m * i + j)] += s[j][0];
#line 10
    #pragma clang diagnostic pop
#line 10
    }
#line 10
  }
#line 11
}

int main(void) {
  int n = 3, m = 17, c = 33;
  double *s = malloc(n * m * sizeof *s), *b = malloc(n * m * c * sizeof *b);
  FILL(s, n * m);
  FILL(b, n * m * c);
  kernel(n, m, c, (void *)s, b);
  SHOW(b, n * m * c);
  return 0;
}
