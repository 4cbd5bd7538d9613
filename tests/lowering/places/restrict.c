// restrict is a fact of parameters and of what their type says; a pointer that is restrict inside another type, or a plain one, has none.
typedef double *restrict Alone;
void restricted(int n, double *restrict a, const double *__restrict__ b, Alone c,
                double d[restrict static n], double e[n], double *restrict *f, double *g) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double *restrict local = f[0] + i;
    a[i] = b[i] + c[i] + d[i] + e[i] + *local + g[i];
  }
}
