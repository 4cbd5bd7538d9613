// Field: sparse linear algebra, powers of a matrix in compressed rows times a vector.
// Style: three arrays of a CSR matrix in a struct, copied to locals first; a thread for each row.
// Kind: rows of different lengths that lie one behind the other, gathers.
// Tolerance: 1e-12
#include <stdio.h>
#include <stdlib.h>

struct csr {
  int rows, entries;
  int *start, *column;
  double *value;
};

static void multiply(const struct csr *m, const double *x, double *y) {
  const int rows = m->rows, entries = m->entries;
  const int *start = m->start, *column = m->column;
  const double *value = m->value;
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : start[0 : rows + 1], column[0 : entries], value[0 : entries]) \
    map(to : x[0 : rows]) map(from : y[0 : rows])
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int e = start[r]; e < start[r + 1]; e++)
      sum += value[e] * x[column[e]];
    y[r] = sum;
  }
#else
#pragma omp target teams distribute thread_limit(32) map(to : start[0 : rows + 1], column[0 : entries], value[0 : entries]) \
    map(to : x[0 : rows]) map(from : y[0 : rows])
  for (int r = 0; r < rows; r++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int e = start[r]; e < start[r + 1]; e++)
      sum += value[e] * x[column[e]];
    y[r] = sum;
  }
#endif
}

int main(void) {
  const int n = 2500;
  struct csr m = {n, 0, malloc(sizeof(int) * (n + 1)), malloc(sizeof(int) * n * 64), malloc(sizeof(double) * n * 64)};
  unsigned state = 3;
  for (int r = 0; r < n; r++) {
    m.start[r] = m.entries;
    int length = 20 + (r * 7) % 41;
    for (int k = 0; k < length; k++) {
      state = state * 1664525u + 1013904223u;
      m.column[m.entries] = (int)(((unsigned)r + (state >> 22) + n - 512) % n);
      m.value[m.entries++] = 1.0 / (1 + length) * (1 + k % 3);
    }
  }
  m.start[n] = m.entries;
  double *x = malloc(sizeof(double) * n), *y = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    x[i] = 1 + i % 4, y[i] = 0;
#ifdef EXPERT
  const int *start = m.start, *column = m.column;
  const double *value = m.value;
#pragma omp target data map(to : start[0 : n + 1], column[0 : m.entries], value[0 : m.entries]) map(tofrom : x[0 : n], y[0 : n])
#endif
  for (int i = 0; i < 2; i++) {
    multiply(&m, x, y);
    multiply(&m, y, x);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (1 + i % 3);
  printf("%.14e\n", sum);
  free(m.start), free(m.column), free(m.value), free(x), free(y);
  return 0;
}
