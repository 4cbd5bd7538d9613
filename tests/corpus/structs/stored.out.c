/* warpcc-flags: -std=c11 */
/* Members that the region stores, or may store, are no values. */
#include "../check.h"
struct grid {
  int n, m;
  double *u, *v;
};

/* The width grows while the region runs. */
static void widened(struct grid *g, int to) {
  #pragma omp target teams distribute parallel for map(tofrom: g[0:1]) map(tofrom: g->u[0:g->n*g->m])
  for (int i = 0; i < g->n; i++) //~ plan=none
    for (int j = 0; j < 8; j++) { //~ !WC102
      g->u[i * g->m + j] += 1;
      if (to > 100 && i == 0) g->m = to;
    }
}

/* The pointer is exchanged. */
static void exchanged(struct grid *g, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: g[0:1]) map(tofrom: g->u[0:n*m], g->v[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) { //~ j=carried
      g->u[i * m + j] += 1;
      if (n > 1000) g->u = g->v;
    }
}

/* Nothing maps the structure beside what is stored: the store may be one to its members. */
static void apart(const struct grid *g, double *out, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: g->u[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ j=unknown
      out[i * m + j] = g->u[i * m + j] + 1;
}

/* A table of integers may be the structure itself, for all that the clauses say, if its section is empty, which is asked. */
static void numbered(const struct grid *g, int *table, int k) {
#line 39
  {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 39
    int warpcc_holds = (k) > 0;
#line 39
    #pragma clang diagnostic pop
#line 39
    if (warpcc_holds) {
#line 39
  #pragma omp target teams distribute parallel for collapse(2) map(to: g[0:1]) map(tofrom: table[0:k])
  for (int i = 0; i < g->n; i++) //~ plan=collapse(2) WC109
    for (int j = 0; j < g->m; j++)
      table[i * g->m + j] = i + k;
#line 42
    } else {
#line 42
    #pragma clang diagnostic push
#line 42
    #pragma clang diagnostic ignored "-Weverything"
#line 39
  #pragma omp target teams distribute parallel for map(to: g[0:1]) map(tofrom: table[0:k])
#line 40
  for (int i = 0; i < g->n; i++) //~ plan=collapse(2) WC109
    for (int j = 0; j < g->m; j++)
      table[i * g->m + j] = i + k;
#line 42
    #pragma clang diagnostic pop
#line 42
    }
#line 42
  }
#line 43
}

/* The same with a length that the region does not name. */
static void long_enough(const struct grid *g, int *table, int k) {
  #pragma omp target teams distribute parallel for map(to: g[0:1]) map(tofrom: table[0:k])
  for (int i = 0; i < g->n; i++) //~ plan=none
    for (int j = 0; j < g->m; j++)
      table[i * g->m + j] = i;
}

/* The neighbour: its section is as long as the loops run. */
static void listed(const struct grid *g, int *table) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: g[0:1]) map(tofrom: table[0:g->n*g->m])
  for (int i = 0; i < g->n; i++) //~ plan=collapse(2) WC301
    for (int j = 0; j < g->m; j++) //~ j=proved
      table[i * g->m + j] = i;
}

int main(void) {
  enum { N = 19, M = 23 };
  struct grid g = {N, M, malloc(N * M * sizeof(double)), malloc(N * M * sizeof(double))};
  int *table = malloc(N * M * sizeof(int));
  double *out = malloc(N * M * sizeof(double));
  FILL(g.u, N * M);
  FILL(g.v, N * M);
  widened(&g, 0);
  exchanged(&g, N, M);
  SHOW(g.u, N * M);
  #pragma omp target data map(to: g) map(tofrom: out[0:N*M])
  apart(&g, out, N, M);
  SHOW(out, N * M);
  listed(&g, table);
  SHOW(table, N * M);
  numbered(&g, table, N * M);
  long_enough(&g, table, N * M);
  SHOW(table, N * M);
  return 0;
}
