/* warpcc-flags: -std=c11 */
/* Stores between the loops that must stay there. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], row[N], sum[N];
static int last[N];

/* Where the inner loop has no iteration, the store still runs: that is found out before. */
static void perhaps_empty(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a, row) //~ plan=collapse(2)+first(13) WC109
  for (int i = 0; i < N; i++) {
    row[i] = 2 * i;
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 2 + i;
  }
}

/* Every iteration of the inner loop reads what the store wrote: threads would not wait for it. */
static void read_inside(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, row) //~ plan=distribute(23:none|24:collapse(2))
  for (int i = 0; i < N; i++) {
    row[i] = 2 * i;
    for (int j = 0; j < M; j++)
      a[i][j] += row[i];
  }
}

/* A sum is carried from iteration to iteration. */
static void summed(void) {
  #pragma omp target teams distribute parallel for map(tofrom: sum) map(to: a) //~ plan=none
  for (int i = 0; i < N; i++) {
    sum[i] = 0;
    for (int j = 0; j < M; j++)
      sum[i] += a[i][j];
  }
}

/* Behind the loop; the counter's last value; the counter of an enclosing scope. */
static void behind(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, row) //~ plan=distribute(43:collapse(2)|45:none)
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += i;
    row[i] = 2 * i;
  }
}

static void old_counter(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, last) //~ plan=none
  for (int i = 0; i < N; i++) {
    int j = 7;
    last[i] = j;
    for (j = 0; j < M; j++)
      a[i][j] += i;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  perhaps_empty(M);
  SHOW(row, N);
  perhaps_empty(0);
  read_inside();
  summed();
  behind();
  old_counter();
  SHOW(&a[0][0], N * M);
  SHOW(row, N);
  SHOW(sum, N);
  SHOW(last, N);
  return 0;
}
