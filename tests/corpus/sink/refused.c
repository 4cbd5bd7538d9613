/* warpcc-flags: -std=c11 */
/* Definitions whose value must be read before the loops inside. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], s[N];
static int at[N];

/* The first iteration of the loop inside writes it. */
static void own_row(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = a[i][0];
    for (int j = 0; j < M; j++)
      a[i][j] = 2 * x + j;
  }
}

/* Some iteration may write it. */
static void some(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b) map(to: at) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = b[i][at[i] % M];
    for (int j = 0; j < M; j++)
      b[i][j] += x;
  }
}

/* Read again further in, after it was written there. */
static void updated(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b, s) //~ plan=none
  for (int i = 0; i < N; i++) {
    double x = s[i];
    for (int j = 0; j < M; j++) {
      s[i] += b[i][j];
      b[i][j] = x;
    }
  }
}

/* The value of the variable is used behind the loop. */
static void behind(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, s) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = s[i] * 2;
    for (int j = 0; j < M; j++)
      a[i][j] += x;
    s[i] = x;
  }
}

/* A bound in memory, which the host may not have. */
static void bound(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: at) //~ plan=none WC202
  for (int i = 0; i < N; i++) {
    int end = at[i];
    for (int j = 0; j < end; j++)
      a[i][j] += 1;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(s, N);
  FILL(at, N);
  own_row();
  SHOW(&a[0][0], N * M);
  some();
  SHOW(&b[0][0], N * M);
  updated();
  SHOW(s, N);
  SHOW(&b[0][0], N * M);
  behind();
  bound();
  SHOW(&a[0][0], N * M);
  SHOW(s, N);
  return 0;
}
