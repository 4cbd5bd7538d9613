// Field: a dense linear system, solved by Jacobi's iteration.
// Style: textbook C99 with `double a[n][n]` as parameter; `if (j != i)` in the inner loop.
// Kind: sum of a row for each iteration.
// Tolerance: 1e-10
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef EXPERT
static void sweep(int n, double a[n][n], const double *b, const double *x, double *y) {
#pragma omp target teams distribute parallel for map(to : a[0 : n][0 : n], b[0 : n], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double sigma = 0;
    for (int j = 0; j < n; j++)
      if (j != i)
        sigma += a[i][j] * x[j];
    y[i] = (b[i] - sigma) / a[i][i];
  }
}
#else
static void sweep(int n, double a[n][n], const double *b, const double *x, double *y) {
  const double *flat = &a[0][0];
#pragma omp target teams distribute map(to : flat[0 : n * n], b[0 : n], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    double sigma = 0;
#pragma omp parallel for reduction(+ : sigma)
    for (int j = 0; j < n; j++)
      if (j != i)
        sigma += flat[i * n + j] * x[j];
    y[i] = (b[i] - sigma) / flat[i * n + i];
  }
}
#endif

int main(void) {
  const int n = 500;
  double(*a)[n] = malloc(sizeof(double[n][n]));
  double *b = malloc(sizeof(double) * n), *x = calloc(n, sizeof(double)), *y = calloc(n, sizeof(double));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i][j] = i == j ? 2.0 * n : sin(0.1 * (i + 3 * j));
    b[i] = 1 + i % 13;
  }
#ifdef EXPERT
#pragma omp target data map(to : a[0 : n][0 : n], b[0 : n]) map(tofrom : x[0 : n], y[0 : n])
#endif
  for (int s = 0; s < 4; s += 2) {
    sweep(n, a, b, x, y);
    sweep(n, a, b, y, x);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (1 + i % 3);
  printf("%.12e\n", sum);
  free(a), free(b), free(x), free(y);
  return 0;
}
