// Field: a Poisson equation in space, solved by conjugate gradients.
// Style: small functions as in BLAS, each with its own maps and its own reduction; the host steers.
// Kind: already coalesced but for one stencil; all time goes into copies.
// Tolerance: 1e-9
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : a[0 : n], b[0 : n]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void axpy(double *y, double s, const double *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n]) map(to : x[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += s * x[i];
}

static void direction(double *p, double s, const double *r, int n) {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n]) map(to : r[0 : n])
  for (int i = 0; i < n; i++)
    p[i] = r[i] + s * p[i];
}

static void apply(double *out, const double *in, int side) {
  int all = side * side * side;
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(from : out[0 : all]) map(to : in[0 : all])
  for (int x = 0; x < side; x++)
    for (int y = 0; y < side; y++)
      for (int z = 0; z < side; z++) {
        int at = (x * side + y) * side + z;
        double value = 6.1 * in[at];
        if (x > 0) value -= in[at - side * side];
        if (x < side - 1) value -= in[at + side * side];
        if (y > 0) value -= in[at - side];
        if (y < side - 1) value -= in[at + side];
        if (z > 0) value -= in[at - 1];
        if (z < side - 1) value -= in[at + 1];
        out[at] = value;
      }
#else
#pragma omp target teams distribute parallel for collapse(3) map(from : out[0 : all]) map(to : in[0 : all])
  for (int x = 0; x < side; x++)
    for (int y = 0; y < side; y++)
      for (int z = 0; z < side; z++) {
        int at = (x * side + y) * side + z;
        double value = 6.1 * in[at];
        if (x > 0) value -= in[at - side * side];
        if (x < side - 1) value -= in[at + side * side];
        if (y > 0) value -= in[at - side];
        if (y < side - 1) value -= in[at + side];
        if (z > 0) value -= in[at - 1];
        if (z < side - 1) value -= in[at + 1];
        out[at] = value;
      }
#endif
}

int main(void) {
  const int side = 26, n = side * side * side;
  double *x = calloc(n, sizeof(double)), *r = malloc(sizeof(double) * n), *p = malloc(sizeof(double) * n), *q = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    r[i] = p[i] = 1 + i % 7;
#ifdef EXPERT
#pragma omp target data map(tofrom : x[0 : n]) map(to : r[0 : n], p[0 : n]) map(alloc : q[0 : n])
#endif
  {
    double old = dot(r, r, n);
    for (int i = 0; i < 6 && sqrt(old) > 1e-8; i++) {
      apply(q, p, side);
      double alpha = old / dot(p, q, n);
      axpy(x, alpha, p, n);
      axpy(r, -alpha, q, n);
      double now = dot(r, r, n);
      direction(p, now / old, r, n);
      old = now;
    }
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (1 + i % 3);
  printf("%.12e\n", sum);
  free(x), free(r), free(p), free(q);
  return 0;
}
