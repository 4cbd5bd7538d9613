/* warpcc-flags: -std=c11 */
/* A clause has another name here. What edits write must not be read as it: the regions whose change needs such a word stay. */
#include "../check.h"

#define firstprivate private

enum { N = 44, STEPS = 3 };
static double a[N * N], b[N * N];

/* The two levels would need `firstprivate`. */
static void swept(double *x, double *y, int n, int m, int steps) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m], y[0:n*m]) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    for (int t = 0; t < steps; t++) {
      for (int j = 0; j < m; j++)
        x[i * m + j] += y[i * m + j];
      for (int j = 0; j < m; j++)
        y[i * m + j] += x[i * m + (j + 1) % m];
    }
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  swept(a, b, N, N, STEPS);
  SHOW(a, N * N);
  SHOW(b, N * N);
  return 0;
}
