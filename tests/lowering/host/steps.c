/* A function of the host: calls stay, small functions without directives become their statements, and a return has its value. */
#include <stdlib.h>
int printf(const char *format, ...);

static int side(int n) { return n + 2; }

static void relax(double *out, const double *in, int n) {
#pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n])
  for (int i = 1; i < n - 1; i++)
    out[i] = (in[i - 1] + in[i + 1]) / 2;
}

static double sum(const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += a[i];
  return all;
}

double steps(int n, int count) {
  double *u = malloc(side(n) * sizeof(double)), *v = calloc(side(n), sizeof *v);
  if (!u || !v)
    return -1;
  for (int t = 0; t < count; t++) {
    relax(v, u, side(n));
    double *w = u;
    u = v;
    v = w;
    if (t % 10 == 0)
      printf("%d\n", t);
  }
  double all = sum(u, side(n));
  free(u), free(v);
  return all;
}
