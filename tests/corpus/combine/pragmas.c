/* warpcc-flags: -std=c11 */
/* Clauses of one pragma of several: what an earlier one makes a variable's own is not each thread's. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * M], b[N * M], sums[N];

/* Each team has one t, and one thread. */
static void of_each_team(int n) {
  double t;
  #pragma omp target teams private(t) map(tofrom: a) map(to: b) //~ plan=none WC211
  #pragma omp distribute
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) {
      t = b[i * M + j];
      a[i * M + j] += t * t;
    }
}

static double sum_of_teams(int n) {
  double s = 0;
  #pragma omp target teams reduction(+: s) map(tofrom: s) map(to: b) //~ plan=none WC211
  #pragma omp distribute
  for (int i = 0; i < n * M; i++)
    s += b[i];
  return s;
}

static void array_of_each_team(int n) {
  double row[M] = {0};
  #pragma omp target teams firstprivate(row) map(tofrom: a) map(to: b) //~ plan=none
  #pragma omp distribute
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      row[j] = b[i * M + j];
    for (int j = 0; j < M; j++)
      a[i * M + j] += row[M - 1 - j];
  }
}

/* clang runs the loop on the one thread that has the t. */
static void of_the_region(int n) {
  double t = 1;
  #pragma omp target firstprivate(t) map(tofrom: a) map(to: b) //~ plan=none WC211
  #pragma omp loop
  for (int i = 0; i < n * M; i++) {
    t = b[i];
    a[i] += t;
  }
}

/* What is only read may be shared, and the clauses of the last pragma are for its threads. */
static void of_each_thread(int n) {
  double t, scale = 3;
  #pragma omp target teams firstprivate(scale) map(tofrom: a) map(to: b) //~ plan=combine+collapse(2)
  #pragma omp distribute private(t)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) {
      t = b[i * M + j];
      a[i * M + j] -= scale * t;
    }
  #pragma omp target firstprivate(scale) map(tofrom: a) map(to: b) //~ plan=combine
  #pragma omp loop private(t)
  for (int i = 0; i < n * M; i++) {
    t = b[i] + scale;
    a[i] += t;
  }
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  for (int n = 0; n <= N; n += 12) {
    of_each_team(n);
    sums[n / 12] = sum_of_teams(n);
    array_of_each_team(n);
    of_the_region(n);
    of_each_thread(n);
  }
  SHOW(a, N * M);
  SHOW(sums, N);
  return 0;
}
