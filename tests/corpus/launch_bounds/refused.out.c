/* warpcc-flags: -std=c11 */
/* warpcc-launch: on */
/* Where every team works, or somebody else has said or asks how many threads there are, nothing is said. */
#include <omp.h>
#include "../check.h"

enum { N = 4096, MANY = 204801 };
static double a[N], b[MANY];

/* One iteration less than these makes half of the teams idle. */
static void many(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none !WC112
  for (int i = 0; i < MANY; i++)
    b[i] += 1;
}

static void one_less(void) {
  #pragma omp target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(64)))) map(tofrom: b) //~ plan=launch_bounds(64) WC112
  for (int i = 0; i < MANY - 1; i++)
    b[i] += 1;
}

static void one_warp(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < 32; i++)
    a[i] += 1;
}

static void not_known(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=none !WC112
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

static void said_by_the_limit(void) {
  #pragma omp target teams distribute parallel for thread_limit(128) map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

static void said_by_the_threads(void) {
  #pragma omp target teams distribute parallel for num_threads(64) map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

static void said_by_the_teams(void) {
  #pragma omp target teams distribute parallel for num_teams(2) map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

static void said_by_the_attribute(void) {
  #pragma omp target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(32)))) map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

/* The program's own bounds are not the runtime's. */
static void said_wrongly(void) {
  #pragma omp target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(64, 1)))) map(tofrom: a) //~ plan=none WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

/* Each team takes one iteration at a time, and all its threads those of the inner loop. */
static void two_levels(double c[40][64]) {
  #pragma omp target teams distribute map(tofrom: c[0:40]) //~ plan=none !WC112
  for (int i = 0; i < 40; i++) {
    #pragma omp parallel for
    for (int j = 0; j < 64; j++)
      c[i][j] += 1;
    c[i][0] *= 2;
  }
}

/* One team. */
static void one_level(void) {
  #pragma omp target parallel for map(tofrom: a) //~ plan=none !WC112
  for (int i = 0; i < 128; i++)
    a[i] += 1;
}

/* clang does not look for the attribute behind the first pragma. */
static void of_two_pragmas(void) {
  #pragma omp target map(tofrom: a) //~ plan=none WC112
  #pragma omp teams distribute parallel for
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

/* Whether it becomes a construct of one level is the choice of clang. */
static void of_a_loop(void) {
  #pragma omp target teams loop map(tofrom: a) //~ plan=none WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

/* clang 19 crashes on both clauses. */
static void all_named(void) {
  #pragma omp target teams distribute parallel for default(none) shared(a) //~ plan=none WC112
  for (int i = 0; i < N; i++)
    a[i] += 1;
}

static int threads[N];

static void asked_for(void) {
  #pragma omp target teams distribute parallel for map(tofrom: threads) //~ plan=none WC112
  for (int i = 0; i < N; i++)
    threads[i] = omp_get_num_threads() > 0;
}

int main(void) {
  FILL(a, N);
  FILL(b, MANY);
  many();
  one_less();
  one_warp();
  not_known(100, a);
  said_by_the_limit();
  said_by_the_threads();
  said_by_the_teams();
  said_by_the_attribute();
  said_wrongly();
  two_levels((double(*)[64])a);
  one_level();
  of_two_pragmas();
  of_a_loop();
  all_named();
  asked_for();
  SHOW(a, N);
  SHOW(b, MANY);
  SHOW(threads, N);
  return 0;
}
