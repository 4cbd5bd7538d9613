/* Many pairs of accesses of one array, and accesses that macros make. */
#include "../check.h"
enum { N = 40 };
#define ROW(a, i, k) (a)[(i) * n + (k)]

static void filter(int n, double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 5; j < n; j++) //~ j=carried
      ROW(a, i, j) = ROW(a, i, j - 1) + ROW(a, i, j - 2) - ROW(a, i, j - 3) + ROW(a, i, j - 4) - ROW(a, i, j - 5);
}

int main(void) {
  double *a = malloc(sizeof(double) * N * N);
  FILL(a, N * N);
  filter(N, a); SHOW(a, N * N);
  return 0;
}

/* warpcc-report: whole */
