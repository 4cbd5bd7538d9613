/* warpcc-flags: -std=c11 */
/* Loops that run once at most give no parallelism: nothing is done, with a box either. */
#include "../check.h"

enum { N = 40, ROWS = 9 };
static double a[ROWS * N * 6], b[N * N], c[N * N];

static void once(int n) {
  int i;
  #pragma omp target teams distribute parallel for private(i) map(tofrom: a, c) map(to: b) //~ plan=none WC210
  for (int row = 0; row < 33; row++)
    for (i = row + 1; i < 2; i++)
      for (int j = 0; j < n; j++) {
        c[2 * row] = a[j * 36 + row + 1] * 3 + j;
        a[(j * 6 + i) * 6 + row] = b[(i + 1) * n + row] * 3 + row;
      }
}

int main(void) {
  FILL(a, ROWS * N * 6);
  FILL(b, N * N);
  FILL(c, N * N);
  once(N);
  SHOW(a, ROWS * N * 6);
  SHOW(c, N * N);
  return 0;
}
