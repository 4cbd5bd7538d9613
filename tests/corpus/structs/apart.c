/* warpcc-flags: -std=c11 -O2 */
/* Structures that are on the device already: what their pointers point to may overlap, and the device alone knows. */
#include "../check.h"
typedef struct {
  int nx, ny;
  double *u, *v, *w;
} fields;

/* Sizes are members, too. */
static void advance(fields *f) {
  #pragma omp target teams distribute parallel for
  for (int x = 1; x < f->nx; x++) //~ plan=collapse(2) WC109 WC309
    for (int y = 1; y < f->ny; y++)
      f->v[x * f->ny + y] += f->u[x * f->ny + y - 1] - f->w[x * f->ny + y - 1];
}

/* Sizes of the function's own: the structure is read where the loops run only. */
static void copy(const fields *f, int n, int m, double by) {
  #pragma omp target teams distribute parallel for
  for (int x = 0; x < n; x++) //~ plan=collapse(2) WC109 !WC115
    for (int y = 0; y < m; y++)
      f->w[x * m + y] = by * f->v[x * m + y];
}

/* Where the structure is read depends on more than sizes. */
static void perhaps(const fields *f, int n, int m, const int *mask) {
  #pragma omp target teams distribute parallel for
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      if (mask[y])
        f->w[x * m + y] = f->v[x * m + y];
}

/* The region may run on the host although there is a device. */
static void chosen(fields *f, int n, int m) {
  #pragma omp target teams distribute parallel for if(n > 100)
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      f->w[x * m + y] = f->v[x * m + y] + 1;
}

/* A clause of the region's own may change what the device has. */
static void mapped(fields *f, int n, int m, int *seen) {
  #pragma omp target teams distribute parallel for map(tofrom: seen[0:1])
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      f->w[x * m + y] = f->v[x * m + y] + 1 + seen[0];
}

int main(void) {
  enum { N = 29, M = 37, S = N * M };
  static double u[S], v[S], w[S];
  static int mask[M];
  fields all = {N, M, u, v, w}, folded = {N, M, u, u, v};
  fields *f = &all, *g = &folded;
  int seen[1] = {2};
  FILL(u, S);
  FILL(v, S);
  FILL(w, S);
  FILL(mask, M);
  #pragma omp target enter data map(to: f[0:1], g[0:1], mask)
  #pragma omp target enter data map(to: f->u[0:S], f->v[0:S], f->w[0:S])
  #pragma omp target enter data map(to: g->u[0:S], g->w[0:S])
  #pragma omp target enter data map(to: g->v[0:S])
  advance(f);
  advance(g);
  copy(f, N, M, 2);
  copy(0, 0, M, 2);
  perhaps(f, N, M, mask);
  perhaps(0, N, 0, mask);
  if (N < 0) chosen(f, N, M);
  mapped(f, N, M, seen);
  #pragma omp target update from(u, v, w)
  SHOW(u, S);
  SHOW(v, S);
  SHOW(w, S);
  return 0;
}
