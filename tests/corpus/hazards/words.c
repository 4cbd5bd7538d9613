/* warpcc-flags: -std=c11 */
/* A macro would take the place of a word that an edit writes. */
#include "../check.h"

#define collapse(x) nowait
#define to(i) (i)

enum { N = 48, M = 40 };
static double a[N * M];

static void clause(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[to(i) * M + j] += i;
}

int main(void) {
  FILL(a, N * M);
  clause(a);
  SHOW(a, N * M);
  return 0;
}
