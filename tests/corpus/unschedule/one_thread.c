/* warpcc-flags: -std=c11 */
/* Chunks of one iteration: clang's code for a CPU runs one iteration of the share of a team that has one thread, and no other. A
   program may have no team with a second iteration; with more loops that the threads share it has. Then the schedule goes. */
#include "../check.h"

enum { ROWS = 2, M = 96, ONE = 1 };
static double a[ROWS][M], b[ROWS][M], c[M][M];

/* A row for each team. */
static void rows(void) {
  #pragma omp target teams distribute parallel for num_teams(ROWS) schedule(static, 1) map(to: a) map(tofrom: b) //~ plan=collapse(2)+unschedule(schedule)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < M; j++) //~ j=proved
      b[i][j] += a[i][j] * 10;
}

/* Half of the columns for each team: the rows depend on each other. */
static void halves(void) {
  #pragma omp target teams distribute parallel for simd schedule(nonmonotonic: static, 1) num_teams(2) map(tofrom: c) //~ plan=interchange(q,j,i)+collapse(2)+unschedule(schedule)
  for (int q = 0; q < 2; q++)
    for (int i = 1; i < M; i++) //~ i=carried
      for (int j = 0; j < M / 2; j++) //~ j=proved
        c[i][q * (M / 2) + j] += c[i - 1][q * (M / 2) + j];
}

/* The chunk is a constant in other words. */
static void named(int n, int m, const double *restrict x, double *restrict y) {
  #pragma omp target
  #pragma omp teams num_teams(2)
  #pragma omp distribute parallel for schedule(static, ONE) //~ plan=collapse(2)+unschedule(schedule)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      y[i * m + j] += x[i * m + j];
}

/* A triangle. */
static void triangle(int n, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for schedule(static, 1) map(to: x[0:n*n]) map(tofrom: y[0:n*n]) //~ plan=collapse(2)+unschedule(schedule)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i * n + j] += x[i * n + j];
}

int main(void) {
  FILL(&a[0][0], ROWS * M);
  FILL(&b[0][0], ROWS * M);
  FILL(&c[0][0], M * M);
  rows();
  halves();
  named(ROWS, M, &a[0][0], &b[0][0]);
  triangle(1, &a[0][0], &b[0][0]);
  SHOW(&b[0][0], ROWS * M);
  SHOW(&c[0][0], M * M);
  return 0;
}
