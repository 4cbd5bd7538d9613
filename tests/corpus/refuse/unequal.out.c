/* warpcc-flags: -std=c11 -fopenmp-version=45 */
/* OpenMP 4.5 does not associate loops with != : no collapse makes one. */
#include "../check.h"

enum { N = 40 };
static double a[N][N];

static void inner(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    for (int j = 0; j != m; j++)
      a[i][j] += i + j;
}

static void strict(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += i + j;
}

int main(void) {
  FILL(&a[0][0], N * N);
  inner(N, N);
  strict(N, N);
  SHOW(&a[0][0], N * N);
  return 0;
}
