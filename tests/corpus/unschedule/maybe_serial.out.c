/* warpcc-flags: -std=c11 */
/* Sizes that are known when the program runs alone may have one thread run everything in order. */
#include "../check.h"

enum { L = 5000, N = 300, M = 80 };
static double c[M][N], x[L], y[L];

static void chunk_of_all(int n) {
  #pragma omp target teams distribute dist_schedule(static, n) map(tofrom: c) //~ plan=none WC211
  for (int j = 1; j < n; j++)
    for (int k = 0; k < M; k++)
      c[k][j] += c[k][j - 1];
}

static void large_chunk(int n) {
  #pragma omp target parallel for schedule(static, 5000) map(tofrom: x) //~ plan=none WC211
  for (int j = 1; j < n; j++)
    x[j] += x[j - 1];
}

static void switched(int n, int parallel) {
  #pragma omp target parallel for if(parallel: parallel) map(tofrom: y) //~ plan=none WC211
  for (int j = 1; j < n; j++)
    y[j] += y[j - 1];
}

/* The team's variable says how few iterations the construct inside has. */
static void few_inside(int n) {
  #pragma omp target teams distribute map(tofrom: x) //~ plan=none WC211
  for (int j = 0; j < n; j++) {
    int few = 3;
    #pragma omp parallel for schedule(static, 4) //~ plan=none WC211
    for (int k = 1; k < few; k++)
      for (int i = 0; i < 20; i++)
        x[60 * j + 20 * k + i] += x[60 * j + 20 * (k - 1) + i];
  }
}

/* A small chunk is for one of many threads. */
static void small_chunk(int n) {
  #pragma omp target teams distribute parallel for  map(tofrom: x) //~ plan=unschedule(schedule)
  for (int j = 0; j < n; j++)
    x[j] += 1;
}

int main(void) {
  double *all = &c[0][0];
  FILL(all, M * N);
  FILL(x, L);
  FILL(y, L);
  chunk_of_all(N);
  few_inside(L / 60);
  large_chunk(L);
  switched(L, 0);
  small_chunk(L);
  SHOW(all, M * N);
  SHOW(x, L);
  SHOW(y, L);
  return 0;
}
