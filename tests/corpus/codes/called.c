/* Functions that a region calls and that start threads. */
/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 256, M = 72 };
static float g[N * M];
int omp_get_team_num(void);

#pragma omp declare target
static void scale_rows(float *x, int from, int to, float f) {
  #pragma omp parallel for
  for (int r = from; r < to; r++)
    for (int c = 0; c < M; c++) x[r * M + c] *= f;
}

static void add_rows(float *x, int rows) {
  #pragma omp parallel for collapse(2) schedule(static, 1) num_threads(64)
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < M; c++) x[r * M + c] += 1;
}

static void both(float *x, int rows) {
  scale_rows(x, 0, rows, 2);
  add_rows(x, rows);
}

/* A clause names a variable. */
static float total(const float *x, int n) {
  float t = 0;
  #pragma omp parallel for reduction(+: t)
  for (int k = 0; k < n; k++) t += x[k];
  return t;
}

static void put_total(float *x, int n) { x[0] = total(x + 1, n - 1); }

static void plainly(float *x, int n) {
  for (int k = 0; k < n; k++) x[k] += 1;
}
#pragma omp end declare target

/* The lanes run the rows of the function. */
static void rows(void) {
  #pragma omp target teams distribute map(tofrom: g) //~ plan=none !WC106 WC101
  for (int b = 0; b < 4; b++) scale_rows(g, b * N / 4, (b + 1) * N / 4, b + 0.5f); //~ sectors=32
}

static void on_one_team(void) {
  #pragma omp target map(tofrom: g) //~ plan=none !WC107 WC101
  both(g, N);
}

/* Nobody looks into it. */
static void reduced(void) {
  #pragma omp target teams distribute map(tofrom: g) //~ plan=none !WC106 WC402
  for (int b = 0; b < 4; b++) g[b * M * 2] = total(g + b * M * 2 + 1, M);
}

static void reduced_below(void) {
  #pragma omp target map(tofrom: g) //~ plan=none !WC107 WC402
  put_total(g, N);
}

static void no_threads(void) {
  #pragma omp target teams distribute map(tofrom: g) //~ plan=none WC106
  for (int b = 0; b < 4; b++) {
    plainly(g + b * M, M / 2);
    g[b * M] += omp_get_team_num() < 0;
  }
}

/* Threads are there already: those of the function are one each. */
static void inside(void) {
  #pragma omp target teams distribute parallel for map(tofrom: g) //~ plan=none WC209
  for (int b = 0; b < 4; b++) scale_rows(g, b * N / 4, (b + 1) * N / 4, 2);
}

int main(void) {
  FILL(g, N * M);
  rows(); SHOW(g, N * M);
  on_one_team(); SHOW(g, N * M);
  reduced(); SHOW(g, N * M);
  reduced_below(); SHOW(g, N * M);
  no_threads(); SHOW(g, N * M);
  inside(); SHOW(g, N * M);
  return 0;
}
