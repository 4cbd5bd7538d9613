/* warpcc-flags: -std=c11
   Rows of which nothing tells that they are long. */
#include "../check.h"
enum { X = 40, Y = 48 };
static double g[X * Y], h[X * Y];

/* A halo: depth is 1 or 2 in practice, and lanes go down a column. */
static void left(int x, int y, int halo, int depth) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: g) //~ plan=none WC306 !WC103
  for (int r = halo; r < y - halo; r++)
    for (int k = 0; k < depth; k++) //~ k=declared
      g[r * x + halo - 1 - k] = g[r * x + halo + k]; //~ sectors=8..32
}

/* The inside of a grid: its rows are as long as their distance, but for two. */
static void inside(int x, int y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: g) map(from: h) //~ plan=none WC103
  for (int r = 1; r < y - 1; r++)
    for (int k = 1; k < x - 1; k++)
      h[r * x + k] = 2 * g[r * x + k - 1]; //~ sectors=8..9
}

/* A row of three elements is no question: the number is known. */
static void three(int y) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: g) //~ !WC306
  for (int r = 0; r < y; r++)
    for (int k = 0; k < 3; k++)
      g[r * 3 + k] += 1;
}

int main(void) {
  FILL(g, X * Y);
  left(X, Y, 2, 1); SHOW(g, X * Y);
  inside(X, Y); SHOW(h, X * Y);
  three(Y); SHOW(g, X * Y);
  return 0;
}
