/* warpcc-flags: -std=c11 */
/* One array written and four read, of each of which nothing is known. */
#include "../check.h"

enum { N = 60, M = 50 };
static double s[3 * N * M];

static void many(double *a, double *b, double *c, double *d, double *e, int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i * m + j] = b[i * m + j] + c[i * m + j];
      d[i * m + j] = e[i * m + j] + b[i * m + j]; //~ sectors=8..32->8
    }
}

int main(void) {
  FILL(s, 3 * N * M);
  #pragma omp target data map(tofrom: s)
  {
    many(s, s + N * M, s + 2 * N * M, s + N * M, s, 20, M);
    many(s, s + N * M / 2, s + N * M, s + 2 * N * M, s + N * M, N / 2, M);
    many(s + N * M, s, s + 2 * N * M, s + 2 * N * M + 100 * M / 4, s, 1, M);
  }
  SHOW(s, 3 * N * M);
  return 0;
}
