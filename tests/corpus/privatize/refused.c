/* warpcc-flags: -std=c11 */
/* Arrays of each thread whose elements may come from another iteration. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];

/* What the iteration before has left. */
static void left_over(int n) {
  double p[2];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j == 0) p[0] = b[i][0];
      a[i][j] = b[i][j] + p[0];
      p[0] = a[i][j];
    }
}

/* The loop that reads goes further than the one that writes. */
static void further(int n) {
  double p[6];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j == 0) p[5] = 1;
      for (int k = 0; k < 5; k++)
        p[k] = b[i][j] + k;
      double sum = 0;
      for (int k = 0; k < 6; k++)
        sum += p[k];
      a[i][j] = sum;
    }
}

/* A continue may keep an element from being written. */
static void skipped(int n) {
  double p[5];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < 5; k++) {
        if (j > 0 && k == 3) continue;
        p[k] = b[i][j] + k;
      }
      double sum = 0;
      for (int k = 0; k < 5; k++)
        sum += p[k];
      a[i][j] = sum;
    }
}

/* The element written and the element read are the same only sometimes. */
static void other_element(int n) {
  double p[2];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j == 0) p[1] = i;
      p[j % 2] = b[i][j];
      a[i][j] = p[0] + p[1] * (j > 0);
    }
}

/* Read behind the loop, too. */
static void behind(int n) {
  double p[1];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      p[0] = b[i][j];
      a[i][j] += p[0];
    }
    a[i][0] += p[0];
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  left_over(N);
  further(N);
  SHOW(&a[0][0], N * N);
  skipped(N);
  other_element(N);
  SHOW(&a[0][0], N * N);
  behind(N);
  SHOW(&a[0][0], N * N);
  return 0;
}
