/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Declarations without a value that anything needs move into the loops inside, counters into headers. */
#include "../check.h"

enum { N = 48, M = 40, K = 4 };
static double a[N][M], b[N][M], c[N][M][K], s[N];

static void scalar(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) //~ plan=collapse(2)+sink(11)
  for (int i = 0; i < N; i++) {
    double t;
    for (int j = 0; j < M; j++) {
      t = b[i][j];
      a[i][j] += t * t;
    }
  }
}

/* A counter of the loop inside, one of a loop further in that stays in the body, and a sum of its. */
static void counters(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) //~ plan=collapse(2)+sink(23,24)
  for (int i = 0; i < N; i++) {
    int k, j; /* j, then k */
    double sum = 0;
    for (j = 0; j < m; j++) {
      sum = 1;
      for (k = 0; k < K; k++)
        sum += b[i][(j + k) % M];
      a[i][j] = sum;
    }
  }
}

/* Both counters, from between each. */
static void two_counters(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=collapse(3)+sink(38,40)
  for (int i = 0; i < N; i++) {
    unsigned j;
    for (j = 0; j < M; ++j) {
      long k;
      for (k = K - 1; k >= 0; k--)
        c[i][j][k] += j;
    }
  }
}

/* An array that every iteration fills; the loop over j goes outward, with its counter. */
static void array(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b) map(to: c) //~ plan=collapse(2)+sink(51,52,53)
  for (int i = 0; i < N; i++) {
    double p[K], q;
    const double r = s[i];
    int k;
    for (int j = 0; j < M; j++) {
      for (k = 0; k < K; k++)
        p[k] = c[i][j][k];
      q = p[0] + p[K - 1];
      b[i][j] += q + r;
    }
  }
}

static void interchanged(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b, s) //~ plan=interchange(i,j,k)+collapse(2)+sink(66)
  for (int i = 0; i < N; i++) {
    int j, k;
    for (k = 0; k < N; k++)
      for (j = 0; j < M; j++)
        a[i][j] += b[k][j] * s[k];
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0][0], N * M * K);
  FILL(s, N);
  scalar();
  SHOW(&a[0][0], N * M);
  counters(M);
  counters(0);
  SHOW(&a[0][0], N * M);
  two_counters();
  SHOW(&c[0][0][0], N * M * K);
  array();
  SHOW(&b[0][0], N * M);
  interchanged();
  SHOW(&a[0][0], N * M);
  return 0;
}
