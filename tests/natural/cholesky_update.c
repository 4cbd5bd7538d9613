// Field: dense linear algebra, Cholesky factors by updates of the remaining triangle.
// Style: global arrays, a triangle as inner bound, the pivot column on the host's side of the loop.
// Kind: triangular nest, launched for each column.
#include <math.h>
#include <stdio.h>

#define N 160
static double a[N][N];

static void update(int k) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = k + 1; i < N; i++)
    for (int j = k + 1; j <= i; j++)
      a[i][j] = a[i][j] - a[i][k] * a[j][k];
#else
#pragma omp target teams distribute map(tofrom : a)
  for (int i = k + 1; i < N; i++)
#pragma omp parallel for
    for (int j = k + 1; j <= i; j++)
      a[i][j] = a[i][j] - a[i][k] * a[j][k];
#endif
}

static void scale(int k) {
#pragma omp target map(tofrom : a)
  a[k][k] = sqrt(a[k][k]);
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = k + 1; i < N; i++)
    a[i][k] /= a[k][k];
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N : 1.0 / (1 + (i > j ? i - j : j - i));
#ifdef EXPERT
#pragma omp target data map(tofrom : a)
#endif
  for (int k = 0; k < N; k++) {
    scale(k);
    update(k);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      sum += a[i][j] * (1 + (i + j) % 5);
  printf("%.10e\n", sum);
  return 0;
}
