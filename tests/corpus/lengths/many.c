/* warpcc-flags: -std=c11 */
/* Ten arrays of which nothing says that they are different: each two of which one is written are compared. */
#include "../check.h"

enum { N = 400 };

static void advance(double *u0, double *u1, double *u2, double *u3, double *u4, const double *f0, const double *f1,
                    const double *f2, const double *f3, const double *f4, int n, int m, double dt) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++) {     //~ j=unknown
      int at = i * m + j;
      u0[at] += dt * f0[at];
      u1[at] += dt * f1[at] + f0[at];
      u2[at] += dt * f2[at] + f1[at];
      u3[at] += dt * f3[at] + f2[at];
      u4[at] += dt * f4[at] + f3[at];
    }
}

int main(void) {
  static double x[10 * N];
  FILL(x, 10 * N);
  #pragma omp target data map(tofrom: x[0:10*N])
  {
    double *p = x;
    advance(p, p + N, p + 2 * N, p + 3 * N, p + 4 * N, p + 5 * N, p + 6 * N, p + 7 * N, p + 8 * N, p + 9 * N, 20, 20, 2);
    advance(p, p + N, p + 2 * N, p + 3 * N, p + 4 * N, p + 1, p + 6 * N, p + 7 * N, p + 8 * N, p + 9 * N, 1, 30, 2);
  }
  SHOW(x, 10 * N);
  return 0;
}
