// Field: climate, a filter along meridians and a flux across them, translated from Fortran.
// Style: macros for one-based column-major subscripts, the outer Fortran loop in parallel, variables declared at the top.
// Kind: nest of the right order whose outer loop alone is parallel; variables listed as private.
#include <stdio.h>
#include <stdlib.h>

#define F(i, j) f[((i) - 1) + (long)im * ((j) - 1)]
#define G(i, j) g[((i) - 1) + (long)im * ((j) - 1)]
#define S(i, j) s[((i) - 1) + (long)im * ((j) - 1)]

static void flux(double *restrict g, double *restrict s, const double *restrict f, int im, int jm) {
  int i, j, ip;
  double across, along;
#ifndef EXPERT
#pragma omp target teams distribute parallel for private(i, ip, across, along) map(to : f[0 : im * jm]) \
    map(tofrom : g[0 : im * jm], s[0 : im * jm])
  for (j = 2; j <= jm - 1; j++) {
    for (i = 1; i <= im; i++) {
      ip = i == im ? 1 : i + 1;
      across = F(ip, j) - F(i, j);
      along = F(i, j + 1) - 2.0 * F(i, j) + F(i, j - 1);
      G(i, j) = F(i, j) + 0.25 * along;
      S(i, j) = S(i, j) + 0.5 * across * along;
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) private(ip, across, along) map(to : f[0 : im * jm]) \
    map(tofrom : g[0 : im * jm], s[0 : im * jm])
  for (j = 2; j <= jm - 1; j++) {
    for (i = 1; i <= im; i++) {
      ip = i == im ? 1 : i + 1;
      across = F(ip, j) - F(i, j);
      along = F(i, j + 1) - 2.0 * F(i, j) + F(i, j - 1);
      G(i, j) = F(i, j) + 0.25 * along;
      S(i, j) = S(i, j) + 0.5 * across * along;
    }
  }
#endif
}

int main(void) {
  const int im = 144, jm = 180, all = im * jm;
  double *f = malloc(sizeof(double) * all), *g = malloc(sizeof(double) * all), *s = calloc(all, sizeof(double));
  for (int k = 0; k < all; k++)
    f[k] = g[k] = (k * 29 % 67) / 67.0;
#ifdef EXPERT
#pragma omp target data map(tofrom : f[0 : all], g[0 : all], s[0 : all])
#endif
  for (int step = 0; step < 2; step++) {
    flux(g, s, f, im, jm);
    flux(f, s, g, im, jm);
  }
  double sum = 0;
  for (int k = 0; k < all; k++)
    sum += f[k] * (1 + k % 3) + s[k];
  printf("%.10e\n", sum);
  free(f), free(g), free(s);
  return 0;
}
