/* warpcc-flags: -std=c11 */
/* <math.h> asks for a macro that the device's compilation has and the host's has not: nothing comes of it. */
#include <math.h>
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * M];

static void roots(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[i * M + j] = sqrt(x[i * M + j]);
}

int main(void) {
  FILL(a, N * M);
  roots(a); SHOW(a, N * M);
  return 0;
}
