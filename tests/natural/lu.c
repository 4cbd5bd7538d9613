// Field: dense linear algebra, LU factors without pivots.
// Style: a pointer to rows of a constant length; the multiplier is stored before the inner loop of the same row.
// Kind: a statement and a loop in one row, launched for each column.
#include <stdio.h>
#include <stdlib.h>

#define N 180

#ifndef EXPERT
static void factor(double (*a)[N]) {
#pragma omp target data map(tofrom : a[0 : N])
  for (int k = 0; k < N - 1; k++) {
#pragma omp target teams distribute parallel for
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}
#else
static void factor(double (*a)[N]) {
#pragma omp target data map(tofrom : a[0 : N])
  for (int k = 0; k < N - 1; k++) {
#pragma omp target teams distribute parallel for
    for (int i = k + 1; i < N; i++)
      a[i][k] /= a[k][k];
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}
#endif

int main(void) {
  double(*a)[N] = malloc(sizeof(double[N][N]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i == j ? N : 0) + (double)((i * 13 + j * 29) % 31) / 31;
  factor(a);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * (1 + (i * 3 + j) % 7);
  printf("%.10e\n", sum);
  free(a);
  return 0;
}
