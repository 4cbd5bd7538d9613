/* warpcc-flags: -std=c11 */
/* Bounds that move by little with the counters outside: one box for all rows, and conditions that keep the rows' own elements. */
#include "../check.h"

enum { N = 66 };

/* One colour of a chess board, as most programs write it. */
static void relax(double *u, const double *f, int n, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) map(to: f[0:n*n]) //~ plan=collapse(2)+box(j)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) //~ j=proved
      u[i * n + j] = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] - u[i * n + j + 1] - f[i * n + j];
}

/* With a mask, and the rows behind each other in a rectangle. */
static void mark(float *grid, int rows, int pitch, int odd) {
  #pragma omp target teams distribute parallel for map(tofrom: grid[0:rows*pitch]) //~ plan=collapse(2)+box(x)
  for (int y = 0; y < rows; ++y) {
    for (int x = (y ^ odd) & 1; x < pitch; x += 2) {
      float *cell = &grid[y * pitch + x];
      *cell = 2 * *cell + 1;
    }
  }
}

/* The end moves, by steps of 1: staggered points have one less in every second row. */
static void staggered(double *v, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: v[0:n*n]) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - (i & 1); j++)
      v[i * n + j] = v[i * n + j] * 3 - i;
}

/* Two counters outside decide. */
static void cube(double *u, int n, int c) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n*n*n]) //~ plan=collapse(3)+box(j)
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = (i + k + c) & 1; j < n; j += 2)
        u[(k * n + i) * n + j] += k + 2 * i - j;
}

/* Every fourth element, from one of four on. */
static void quarters(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = i % 4; j < n; j += 4)
      a[i * n + j] += 5;
}

int main(void) {
  static double u[N * N], f[N * N], c[16 * 16 * 16];
  static float g[N * N];
  FILL(u, N * N);
  FILL(f, N * N);
  FILL(g, N * N);
  FILL(c, 16 * 16 * 16);
  for (int n = 0; n < 8; n++)
    for (int colour = -1; colour < 2; colour++)
      if (n > 1)
        mark(g, n, n + colour, colour & 1);
  mark(g, N, N, 1);
  mark(g, 17, 60, 0);
  SHOW(g, N * N);
  staggered(f, N);
  staggered(f, 1);
  staggered(f, 2);
  SHOW(f, N * N);
  for (int k = 0; k < N * N; k++)
    u[k] = u[k] > 5;
  for (int n = 3; n < N; n += 9) {
    for (int colour = -2; colour < 3; colour++) {
      relax(u, f, n, colour);
      for (int k = 0; k < N * N; k++)
        u[k] = (long)u[k] % 7;
    }
  }
  SHOW(u, N * N);
  cube(c, 16, 0);
  cube(c, 15, 1);
  cube(c, 1, -1);
  SHOW(c, 16 * 16 * 16);
  quarters(g, N);
  quarters(g, 5);
  SHOW(g, N * N);
  return 0;
}
