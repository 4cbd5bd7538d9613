/* warpcc-flags: -std=c11 */
/* Pitches and extents that the function computes before the region: each is what it was defined to be, in proofs too. */
#include "../check.h"

enum { N = 40 * 40 };

/* A pitch of two halves. */
static void halves(double *c, int nb, int n, int m) {
  int w = 2 * m;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) !WC109 !WC205
    for (int i = 0; i < n; i++)       //~ i=proved
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] += j + 1;
}

/* Through a variable that the region does not name. */
static void chained(double *c, int nb, int n, int m) {
  int inner = m + 1;
  const int both = inner + inner, pitch = both - 1;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) !WC109
    for (int i = 0; i < n; i++)       //~ i=proved
      for (int j = 0; j <= 2 * m; j++)
        c[b * 400 + i * pitch + j] = c[b * 400 + i * pitch + j] * 2 + j;
}

/* Declared first, defined later, in the block around. */
static void later(double *c, int nb, int n, int m, int padded) {
  int pitch;
  pitch = padded ? m : 0;
  if (padded) {
    pitch = m + 2;
    #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
    for (int b = 0; b < nb; b++)      //~ plan=collapse(3) !WC109
      for (int i = 0; i < n; i++)     //~ i=proved
        for (int j = 0; j < m; j++)
          c[b * 400 + i * pitch + j] += 3;
  }
}

/* The interior of a grid: the extents of the loops come from those of the array. */
static void interior(double *out, const double *restrict in, int images, int height, int width) {
  int rows = height - 2, cols = width - 2;
  #pragma omp target teams distribute parallel for map(tofrom: out[0:N]) map(to: in[0:N])
  for (int k = 0; k < images; k++)    //~ plan=collapse(3) !WC109
    for (int y = 0; y < rows; y++)    //~ y=proved
      for (int x = 0; x < cols; x++)
        out[k * 400 + (y + 1) * width + x + 1] = in[k * 400 + y * width + x] + 1;
}

/* A value that each turn of the loop around computes anew. */
static void turns(double *c, int nb, int n, int m) {
  for (int t = 1; t < 4; t++) {
    int len = m * t, pitch = len + 1;
    #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
    for (int b = 0; b < nb; b++)      //~ plan=collapse(3) !WC109
      for (int i = 0; i < n; i++)     //~ i=proved
        for (int j = 0; j < len; j++)
          c[b * 400 + i * pitch + j] += t;
  }
}

int main(void) {
  double x[N], y[N];
  FILL(x, N);
  FILL(y, N);
  halves(x, 4, 9, 10);
  halves(x, 4, 9, 0);
  chained(x, 4, 9, 10);
  later(x, 4, 9, 20, 1);
  later(x, 4, 9, 20, 0);
  SHOW(x, N);
  interior(x, y, 4, 12, 20);
  interior(x, y, 4, 2, 20);
  turns(x, 4, 5, 7);
  SHOW(x, N);
  return 0;
}
