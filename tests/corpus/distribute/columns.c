/* warpcc-flags: -std=c11 */
/* A statement before the loop works on a column: it is a region of its own, and the loop is collapsed. The sizes are not known, and one more
   launch is no dearer than the few warps that so many rows are. */
#include "../check.h"

enum { N = 40, M = 33 };
static double a[N * N], b[N * N], u[M][M], shift[M];

/* Steps of a factorisation: the column is scaled, then the rest is updated. */
static void eliminate(double *x, int n) {
  #pragma omp target data map(tofrom: x[0:n*n])
  for (int k = 0; k < n - 1; k++) {
    #pragma omp target teams distribute parallel for //~ plan=distribute(15:none|16:collapse(2))
    for (int i = k + 1; i < n; i++) {
      x[i * n + k] = 2 * x[i * n + k] - x[k * n + k];
      for (int j = k + 1; j < n; j++)
        x[i * n + j] -= (x[i * n + k] + x[k * n + j]) / 16;
    }
  }
}

/* Behind the loop, and in two dimensions. */
static void rows_and_ends(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: u, shift) //~ plan=distribute(26:collapse(2)|28:none)
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < m; j++)
      u[i][j] += 3 * shift[j];
    u[i][0] = i;
  }
}

/* What the statement reads the loop stores in the iteration before: regions would change the order. */
static void previous(double *x, double *y, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n], y[0:n*n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      x[i * n] = y[i * n + 1] + t;
      for (int j = 1; j < n; j++)
        y[i * n + j] += x[i * n] * j;
    }
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  FILL(&u[0][0], M * M);
  FILL(shift, M);
  eliminate(a, 12);
  rows_and_ends(M, M);
  previous(a, b, N);
  SHOW(a, N * N);
  SHOW(b, N * N);
  SHOW(&u[0][0], M * M);
  return 0;
}
