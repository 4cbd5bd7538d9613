/* warpcc-flags: -std=c11 */
/* A condition on the sum of two counters says of neither how often it holds, in whatever order their loops stand. */
#include "../check.h"

enum { N = 40, ROW = 48 };
static unsigned a[2 * ROW * ROW], b[2 * N * N * N];

static void first_iterations(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) //~ plan=interchange(l,j,i,k)+collapse(3)+guard(13)+substitute(12)+sink(12)
  for (int i = 6; i >= 0; --i)
    for (int j = 0; j <= n - 1; j++) {
      int z = j + i;
      if (z <= 1)
        for (int k = 0; k < z; ++k)
          for (int l = 0; l < 2; l++)
            a[(l * ROW + j) * ROW + i] += b[((l * n + i) * n + k) * n + j] * 3 + k;
    }
}

int main(void) {
  FILL(a, 2 * ROW * ROW);
  FILL(b, 2 * N * N * N);
  first_iterations(N);
  first_iterations(8);
  first_iterations(0);
  SHOW(a, 2 * ROW * ROW);
  return 0;
}
