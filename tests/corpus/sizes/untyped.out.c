/* warpcc-flags: -O2 -fno-strict-aliasing */
/* The same member, where types tell no objects apart. */
#include "../check.h"

struct grid { int nx, ny; float spacing; };

static void add(const struct grid *g, int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*30]) map(tofrom: out[0:n*30]) //~ plan=none WC202 !WC309
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * n + j] += in[i * n + j];
}

/* What a `restrict` pointer leads to changes through no other one. */
static void promised(const struct grid *restrict g, int n, const float *restrict in, float *restrict out) {
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * n + j] += in[i * n + j];
}

int main(void) {
  enum { N = 30, M = 40 };
  struct grid g = { N, M, 1 };
  static float a[N * M], b[N * M];
  FILL(a, N * M);
#pragma omp target data map(to: g) map(tofrom: a[0:N*M], b[0:N*M])
  {
    add(&g, M, a, b);
    promised(&g, M, a, b);
  }
  SHOW(b, N * M);
  return 0;
}
