/* warpcc-flags: -O2 */
/* Members of a structure bound the loops: clang takes for granted at this level that a store of a float changes no int. */
#include "../check.h"

struct grid { int nx, ny; float spacing; };
union word { int count; float number; };

static void scale(const struct grid *restrict g, const float *restrict in, float *restrict out) {
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC307 !WC309
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * 40 + j] = 2 * in[i * 40 + j];
}

static void add(const struct grid *g, int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:1200]) map(tofrom: out[0:1200]) //~ plan=collapse(2) WC309
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * n + j] += in[i * n + j];
}

/* A store of an int may change one. */
static void count(const struct grid *g, int n, const int *in, int *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*30]) map(tofrom: out[0:n*30]) //~ plan=none WC202 !WC309
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * n + j] += in[i * n + j];
}

/* A member of a union may be stored to as a float. */
static void either(const union word *u, int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*30]) map(tofrom: out[0:n*30]) //~ plan=none WC202 !WC309
  for (int i = 0; i < u[0].count; i++)
    for (int j = 0; j < u[1].count; j++)
      out[i * n + j] += in[i * n + j];
}

/* The host counts iterations only in memory that it reads as written: it need not have this one. */
static void device(const struct grid *g, int nx, int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*30]) map(tofrom: out[0:n*30]) //~ plan=none WC202
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < g->ny; j++)
      out[i * n + j] += in[i * n + j];
}

int main(void) {
  enum { N = 30, M = 40 };
  struct grid g = { N, M, 1 };
  union word u[2] = { { N }, { M } };
  static float a[N * M], b[N * M];
  static int c[N * M], d[N * M];
  FILL(a, N * M);
  FILL(c, N * M);
  FILL(d, N * M);
#pragma omp target data map(to: g, u) map(tofrom: a[0:N*M], b[0:N*M], c[0:N*M], d[0:N*M])
  {
    scale(&g, a, b);
    add(&g, M, a, b);
    count(&g, M, c, d);
    either(u, M, a, b);
    device(&g, N, M, a, b);
  }
  SHOW(b, N * M);
  SHOW(d, N * M);
  return 0;
}
