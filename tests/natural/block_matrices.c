// Field: computational fluid dynamics, small blocks of a matrix times the unknowns of their cells.
// Style: `typedef double block[5][5]`, helper function over one block, a cell for each thread.
// Kind: records of 25 numbers, products of short constant loops.
#include <stdio.h>
#include <stdlib.h>

#define M 5
typedef double block[M][M];
typedef double state[M];

#ifndef EXPERT
static void times(const block *a, const state *x, state *y, int cells) {
#pragma omp target teams distribute parallel for map(to : a[0 : cells], x[0 : cells]) map(from : y[0 : cells])
  for (int c = 0; c < cells; c++) {
    for (int r = 0; r < M; r++) {
      double sum = 0;
      for (int k = 0; k < M; k++)
        sum += a[c][r][k] * x[c][k];
      y[c][r] = sum;
    }
  }
}
#else
static void times(const block *a, const state *x, state *y, int cells) {
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : cells], x[0 : cells]) map(from : y[0 : cells])
  for (int c = 0; c < cells; c++) {
    for (int r = 0; r < M; r++) {
      double sum = 0;
      for (int k = 0; k < M; k++)
        sum += a[c][r][k] * x[c][k];
      y[c][r] = sum;
    }
  }
}
#endif

int main(void) {
  const int cells = 6000;
  block *a = malloc(sizeof(block) * cells);
  state *x = malloc(sizeof(state) * cells), *y = malloc(sizeof(state) * cells);
  for (int c = 0; c < cells; c++)
    for (int r = 0; r < M; r++) {
      x[c][r] = 1 + (c + r) % 9;
      for (int k = 0; k < M; k++)
        a[c][r][k] = (r == k ? 1 : 0.1) * (1 + (c * 3 + r + k) % 4);
    }
#ifdef EXPERT
#pragma omp target data map(to : a[0 : cells]) map(tofrom : x[0 : cells], y[0 : cells])
#endif
  for (int i = 0; i < 2; i++) {
    times(a, x, y, cells);
    times(a, y, x, cells);
  }
  double sum = 0;
  for (int c = 0; c < cells; c++)
    for (int r = 0; r < M; r++)
      sum += x[c][r] * (1 + (c + r) % 3);
  printf("%.10e\n", sum);
  free(a), free(x), free(y);
  return 0;
}
