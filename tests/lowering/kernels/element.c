// An element kernel: gather into local arrays, helpers with branches, scatter.
struct domain { int count; int *nodes; double *x, *f; };
static inline double limited(double r, const double *table, int m) {
  if (r < 0) return table[0];
  int k = (int)r;
  if (k >= m - 1) return table[m - 1];
  double t = r - k;
  return table[k] * (1 - t) + table[k + 1] * t;
}
static inline void gathered(const double *x, const int *nodes, double local[3]) {
  local[0] = x[nodes[0]];
  local[1] = x[nodes[1]];
  local[2] = x[nodes[2]];
}
void element(struct domain *d, const double *table, int m) {
#pragma omp target teams distribute parallel for
  for (int e = 0; e < d->count; e++) {
    const int *const nodes = &d->nodes[3 * e];
    double local[3];
    gathered(d->x, nodes, local);
    for (int k = 0; k < 3; k++) {
      double value = limited(local[k] + k, table, m);
      d->f[nodes[k]] += value;
    }
  }
}

#ifdef TRACE
void trace(void) {
  struct domain *d = storage(sizeof *d);
  d->count = 4; d->nodes = ints(12); d->x = doubles(5); d->f = doubles(5);
  element(d, doubles(4), 4);
}
#endif
