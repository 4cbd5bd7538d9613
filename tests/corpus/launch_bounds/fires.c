/* warpcc-flags: -std=c11 */
/* warpcc-launch: on */
/* Loops of few iterations say how many threads a team has: as many as the runtime launches. */
#include "../check.h"

enum { N = 4096, MANY = 150000, ROWS = 40, COLUMNS = 50 };
static double a[N], b[ROWS][COLUMNS], c[N], large[MANY];

static void few(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=launch_bounds(32) WC103 WC112 !WC102
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 2 + 1;
}

/* One iteration more than a warp has lanes: the second team has none, and a thread of the first one runs two. */
static void one_more_than_a_warp(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=launch_bounds(32) WC112
  for (int i = 0; i < 33; i++)
    a[i] += 3;
}

/* Too many for 3200 teams of 32 threads: the runtime launches 64. */
static void more(void) {
  #pragma omp target teams distribute parallel for map(tofrom: large) //~ plan=launch_bounds(64) WC112
  for (int i = 0; i < MANY; i++)
    large[i] += 1;
}

/* The runtime counts the iterations of both loops. */
static void with_collapse(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+launch_bounds(32) WC102 WC112
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      b[i][j] = b[i][j] * 3 + 1;
}

static void without_schedule(void) {
  #pragma omp target teams distribute parallel for simd schedule(static, 2) default(shared) //~ plan=launch_bounds(32)+unschedule(schedule)
  for (int i = 0; i < N; i++)
    c[i] += 2;
}

static double sum(void) {
  double s = 0;
  #pragma omp target teams distribute parallel for reduction(+: s) map(to: a) map(tofrom: s) //~ plan=launch_bounds(32) WC112
  for (int i = 0; i < N; i++)
    s += a[i];
  return s;
}

/* The host may run it, which does not hear of it. */
static void where_asked(int large, int number) {
  #pragma omp target teams distribute parallel for if(target: large) device(number) map(tofrom: a) //~ plan=launch_bounds(32) WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

/* Both versions of a change under a test say it. */
static void under_a_test(double *x, const double *y) {
  #pragma omp target teams distribute parallel for //~ plan=collapse(2)+launch_bounds(32) WC109
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      x[i * 60 + j] += y[i * 60 + j];
}

/* What becomes a combined construct has few iterations, too. */
static void of_two_levels(void) {
  #pragma omp target teams distribute map(tofrom: c[0:1600]) //~ plan=combine+collapse(2)+launch_bounds(32)
  for (int i = 0; i < 200; i++) {
    #pragma omp parallel for
    for (int j = 0; j < 8; j++)
      c[i * 8 + j] += j;
  }
}

int main(void) {
  FILL(a, N);
  FILL(&b[0][0], ROWS * COLUMNS);
  FILL(c, N);
  FILL(large, MANY);
  few();
  one_more_than_a_warp();
  more();
  with_collapse();
  without_schedule();
  where_asked(N > 1000, 0);
  under_a_test(c, a);
  of_two_levels();
  double s[1] = { sum() };
  SHOW(a, N);
  SHOW(&b[0][0], ROWS * COLUMNS);
  SHOW(c, N);
  SHOW(large, MANY);
  SHOW(s, 1);
  return 0;
}
