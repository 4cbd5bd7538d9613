/* warpcc-flags: -std=c11 */
/* Conditions that hold in few of many warps, which the sampled ones do not meet. */
#include "../check.h"

enum { N = 400 };
static double a[N][N];

/* The row begins in the middle of a warp. */
static void last_row(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i == 399)
        a[0][j] = 1.0; //~ sectors=4..8
}

/* The neighbour: one lane of a row. */
static void last_column(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (j == 399)
        a[i][j] += 1.0; //~ sectors=1
}

static void corner(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i >= 398 && j < 8)
        a[i][j] += 2.0; //~ sectors=2
}

/* Down the columns, in one row. */
static void turned(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=none WC101
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i == 399)
        a[j][5] += 3.0; //~ sectors=16..32
}

int main(void) {
  FILL(&a[0][0], N * N);
  last_row();
  SHOW(&a[0][0], N * N);
  last_column();
  SHOW(&a[0][0], N * N);
  corner();
  SHOW(&a[0][0], N * N);
  turned();
  SHOW(&a[0][0], N * N);
  return 0;
}
