/* warpcc-flags: -std=c11 */
#include "../check.h"
struct grid {
  int n, m;
  double *u, *v;
};

static void update(struct grid *g) {
  int n = g->n, m = g->m;
  double *u = g->u, *v = g->v;
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*m]) map(to: v[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i * m + j] += v[i * m + j];
}

static void update_members(struct grid *g) {
  #pragma omp target teams distribute parallel for map(to: g[0:1]) map(tofrom: g->u[0:g->n*g->m]) map(to: g->v[0:g->n*g->m])
  for (int i = 0; i < g->n; i++) //~ plan=collapse(2) WC301
    for (int j = 0; j < g->m; j++) //~ j=proved
      g->u[i * g->m + j] += g->v[i * g->m + j];
}

int main(void) {
  struct grid g = {33, 47, 0, 0};
  g.u = malloc(sizeof(double) * 33 * 47);
  g.v = malloc(sizeof(double) * 33 * 47);
  FILL(g.u, 33 * 47);
  FILL(g.v, 33 * 47);
  update(&g);
  update_members(&g);
  SHOW(g.u, 33 * 47);
  return 0;
}
