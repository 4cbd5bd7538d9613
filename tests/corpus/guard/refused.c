/* warpcc-flags: -std=c11 */
/* Conditions that must stay where they are. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[M][N], limit[N];

/* It reads memory, which the inner loop could write. */
static void from_memory(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, limit) //~ plan=teams(j)
  for (int i = 0; i < N; i++)
    if (limit[i] > 3)
      for (int j = 0; j < M; j++)
        a[i][j] = a[i][j] * 2 + i;
}

/* Where it fails, the loop's bound has no value. */
static void guards_the_bound(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none
  for (int i = 0; i < N; i++)
    if (n > 0)
      for (int j = 0; j < M / n; j++)
        b[i][j] += j;
}

/* What stands in the other branch would have to move as well. */
static void with_else(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=teams(j)
  for (int i = 0; i < M; i++)
    if (i != n) {
      for (int j = 0; j < N; j++)
        c[i][j] = c[i][j] + 1;
    } else {
      c[i][0] = 0;
    }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], M * N);
  FILL(limit, N);
  from_memory();
  guards_the_bound(0);
  guards_the_bound(2);
  with_else(7);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], M * N);
  return 0;
}
