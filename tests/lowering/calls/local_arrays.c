// Helpers that fill local arrays through pointers, as finite element codes do.
static inline void corners(double out[4], const double *x, const int *nodes) {
  for (int k = 0; k < 4; k++) out[k] = x[nodes[k]];
}
static inline void volume(const double *c, double *result) {
  double t = c[0] * c[3];
  double u = c[1] * c[2];
  *result = t - u;
}
void local_arrays(int n, const double *x, const int *nodes, double *v) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double c[4];
    corners(c, x, &nodes[4 * i]);
    volume(c, &v[i]);
  }
}

#ifdef TRACE
void trace(void) {
  local_arrays(3, doubles(6), ints(12), doubles(3));
}
#endif
