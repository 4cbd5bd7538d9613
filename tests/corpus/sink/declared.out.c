/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Declarations without a value that anything needs move into the loops inside, counters into headers. */
#include "../check.h"

enum { N = 48, M = 40, K = 4 };
static double a[N][M], b[N][M], c[N][M][K], s[N];

static void scalar(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b) //~ plan=collapse(2)+sink(11)
  for (int i = 0; i < N; i++) {
#line 12
    for (int j = 0; j < M; j++) {
#line 11
      double t;
#line 13
      t = b[i][j];
      a[i][j] += t * t;
    }
  }
}

/* A counter of the loop inside, one of a loop further in that stays in the body, and a sum of its. */
static void counters(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b) //~ plan=collapse(2)+sink(23,24)
  for (int i = 0; i < N; i++) {
     /* j, then k */
#line 25
    for (int j = 0; j < m; j++) {
#line 23
      int k;
#line 24
      double sum = 0;
#line 26
      sum = 1;
      for (k = 0; k < K; k++)
        sum += b[i][(j + k) % M];
      a[i][j] = sum;
    }
  }
}

/* Both counters, from between each. */
static void two_counters(void) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c) //~ plan=collapse(3)+sink(38,40)
  for (int i = 0; i < N; i++) {
#line 39
    for (unsigned j = 0; j < M; ++j) {
#line 41
      for (long k = K - 1; k >= 0; k--)
        c[i][j][k] += j;
    }
  }
}

/* An array that every iteration fills; the loop over j goes outward, with its counter. */
static void array(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: c) //~ plan=collapse(2)+sink(51,52,53)
  for (int i = 0; i < N; i++) {
#line 54
    for (int j = 0; j < M; j++) {
#line 51
      double p[K], q;
#line 52
      const double r = s[i];
#line 53
      int k;
#line 55
      for (k = 0; k < K; k++)
        p[k] = c[i][j][k];
      q = p[0] + p[K - 1];
      b[i][j] += q + r;
    }
  }
}

static void interchanged(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b, s) //~ plan=interchange(i,j,k)+collapse(2)+sink(66)
  for (int i = 0; i < N; i++) {
#line 67
    for (int j = 0; j < M; j++)
      for (int k = 0; k < N; k++)
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
