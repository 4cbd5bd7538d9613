/* warpcc-flags: -std=c11 -O2 */
/* warpcc-tiles: on */ /* warpcc-scalars: on */
/* Conditions that have sunk, in blocks of iterations and beside scalars: other steps make the body anew. */
#include "../check.h"

enum { N = 750 };
static float a[N][N], b[N][N], c[N * N], x[N * N];

/* The condition is printed in the block, behind the definition that it needs. */
static void block(int n, int m, int k) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(13,14)
  for (int i = 0; i < n; i++) {
    int own = i - k;
    if (i > 0 && i < n - 1 && own != 0)
      for (int j = 1; j < m - 1; j++)
        b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j] + own;
  }
}

/* It ends an iteration of the block. */
static void continued(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(24)
  for (int i = 0; i < n; i++) {
    if (i == 0 || i == n - 1)
      continue;
    for (int j = 1; j < m - 1; j++)
      b[i][j] += a[i - 1][j] - a[i + 1][j];
  }
}

/* Before a loop that each thread runs, with a scalar around it. */
static void products(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a, x) map(tofrom: c) //~ plan=collapse(2)+scalar(k)+guard(35)
  for (int i = 0; i < n; i++) {
    if (i % 3 != 1)
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < m; k++)
          c[i * n + j] += a[i][k] * x[k * n + j];
      }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(c, N * N);
  FILL(x, N * N);
  block(N, N, 5);
  block(20, 30, 5);
  continued(N, N);
  continued(2, N);
  products(60, 7);
  SHOW(&b[0][0], N * N);
  SHOW(c, N * N);
  return 0;
}
