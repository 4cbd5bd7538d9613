/* warpcc-flags: -std=c11 */
/* clang lets a thread load what its team's first one has stored already: where threads go, and what they get by value, does not come from
   there. */
#include "../check.h"

enum { N = 48, M = 512 };
static double a[N][M], b[N][M], out[N];
static int number[2 * N], many[N + 1];

/* Counters, and values that no such load has a part in, are given to each thread. */
static void values(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b, out) map(to: many) //~ plan=teams(j,j)
  for (int i = 0; i < n; i++) {
    int count = many[i] % 4;
    double half = out[i] / 2, third = many[i + 1] / 3.0;
    out[i] += third;
    for (int t = 0; t < count; t++) {
      double scale = third + t;
      for (int j = 0; j < M; j++)
        a[i][j] = a[i][j] * scale + half;
      if (t > 1)
        for (int j = 0; j < M; j++)
          b[i][j] += a[i][j] / 4;
    }
  }
}

/* The number of rounds is stored behind its load; so is what a condition needs. */
static void rounds(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, number) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int count = number[i];
    number[i] = 0;
    for (int t = 0; t < count; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += t;
  }
}

static void condition(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    if (out[i] > 40)
      out[i] -= 40;
    for (int t = 0; t < 2; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += out[i] * t;
  }
}

/* Other elements of the same array are not told apart. */
static void halves(int n, int *restrict both, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: both[0:2*n], y[0:n*M]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    both[n + i] = i;
    for (int t = 0; t < both[i]; t++)
      for (int j = 0; j < M; j++)
        y[i*M + j] += t;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(out, N);
  for (int i = 0; i < N; i++)
    number[i] = i % 5, many[i] = i % 7;
  values(N);
  rounds(N);
  condition(N);
  for (int i = 0; i < N; i++)
    number[i] = i % 3;
  halves(N, number, &b[0][0]);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(out, N);
  return 0;
}
