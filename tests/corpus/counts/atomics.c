/* warpcc-flags: -std=c11 */
/* Atomic updates: of one place by all lanes they are made one after the other. */
#include "../check.h"

enum { N = 320 };

static void element(int n, int *c) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:1]) //~ plan=none WC111 !WC103
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    c[0]++; //~ sectors=1
  }
}

static int variable(int n, const int *a) {
  int sum = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sum) //~ plan=none WC111 WC103
  for (int i = 0; i < n; i++)
    if (a[i] > 3) {
      #pragma omp atomic
      sum += a[i];
    }
  return sum;
}

/* A sum for each row, by all lanes of the row. */
static void rows(int n, const int *restrict a, int *restrict c) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n]) map(tofrom: c[0:n]) //~ plan=none WC111
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      #pragma omp atomic
      c[i] += a[i * n + j];
    }
}

/* The neighbour: each lane has a sum of its own. */
static void columns(int n, const int *restrict a, int *restrict c) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n]) map(tofrom: c[0:n]) //~ plan=none !WC111 WC103
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      #pragma omp atomic
      c[j] += a[i * n + j];
    }
}

/* Which lanes meet depends on the data. */
static void histogram(int n, const int *restrict a, int *restrict c) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: c[0:16]) //~ plan=none !WC111
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    c[a[i]]++;
  }
}

/* One lane of all. */
static void first(int n, int *c) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:1]) //~ plan=none !WC111
  for (int i = 0; i < n; i++)
    if (i == 0) {
      #pragma omp atomic
      c[0]++;
    }
}

int main(void) {
  static int a[N * N], c[N];
  FILL(a, N * N);
  element(N, c);
  SHOW(c, N);
  printf("%d\n", variable(N, a));
  rows(N, a, c);
  SHOW(c, N);
  columns(N, a, c);
  SHOW(c, N);
  histogram(N, a, c);
  SHOW(c, N);
  first(N, c);
  SHOW(c, N);
  return 0;
}
