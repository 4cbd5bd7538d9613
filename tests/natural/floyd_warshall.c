// Field: graphs, the shortest paths between all pairs of nodes.
// Style: integers, `min` as a macro, a launch for each intermediate node with all data mapped.
// Kind: a matrix that is updated in place from one of its rows and one of its columns.
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void relax(int *d, int n, int k) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : d[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d[i * n + j] = MIN(d[i * n + j], d[i * n + k] + d[k * n + j]);
#else
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : d[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != k && j != k) {
        int through = d[i * n + k] + d[k * n + j];
        if (through < d[i * n + j])
          d[i * n + j] = through;
      }
#endif
}

int main(void) {
  const int n = 120;
  int *d = malloc(sizeof(int) * n * n);
  unsigned state = 11;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      state = state * 1664525u + 1013904223u;
      d[i * n + j] = i == j ? 0 : state % 10 < 2 ? 1 + (int)(state >> 16) % 100 : 1000000;
    }
#ifdef EXPERT
#pragma omp target data map(tofrom : d[0 : n * n])
#endif
  for (int k = 0; k < n; k++)
    relax(d, n, k);
  unsigned long long sum = 0;
  for (int i = 0; i < n * n; i++)
    sum = sum * 3 + d[i];
  printf("%llu\n", sum);
  free(d);
  return 0;
}
