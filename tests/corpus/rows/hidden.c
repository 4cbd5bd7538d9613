/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* Names that mean something else where a fetch, or the text without the braces of a block, has them: the rows stay as they are. */
#include "../check.h"
enum { N = 130, M = 100 };
static int a[N * M], o[N];

/* The counter along the row is called like the counter of the rows. */
static void counters(int n, int m, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int r = i;
    int sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[r * m + i];
    o[r] = sum;
  }
}

/* It is called like the end of the rows. */
static void ends(int n, int m, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    const int *row = a + i * m;
    int sum = 0;
    for (int n = 0; n < m; n++)
      sum += row[n];
    o[i] = sum;
  }
}

/* A variable of a block hides a parameter, which is used behind the block. */
static void blocks(int n, int m, int k, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    {
      int k = 2;
      s += k;
    }
    o[i] = s + k;
  }
}

/* It hides nothing that is used behind it. */
static void apart(int n, int m, int k, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    int s = k;
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    {
      int t = 2;
      s += t;
    }
    o[i] = s;
  }
}

int main(void) {
  FILL(a, N * M);
  counters(N, M, a, o);
  SHOW(o, N);
  ends(N, M, a, o);
  SHOW(o, N);
  blocks(N, M, 5, a, o);
  SHOW(o, N);
  apart(N, M, 5, a, o);
  SHOW(o, N);
  return 0;
}
