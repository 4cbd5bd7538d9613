/* warpcc-flags: -std=c11 */
/* Definitions that headers name, and whose values would be others there. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M];
static int ends[N];

/* The host may not have what is read. */
static void in_memory(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: ends) //~ plan=none WC202
  for (int i = 0; i < N; i++) {
    int end = ends[i];
    for (int j = 0; j < end; j++)
      a[i][j] += 1;
  }
}

/* Assigned a second time. */
static void twice(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    int end = n;
    end -= 3;
    for (int j = 0; j < end; j++)
      b[i][j] += 1;
  }
}

/* By a variable that the region changes. */
static void changing(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC202
  for (int i = 0; i < N; i++) {
    int step = 0;
    for (int t = 0; t < 3; t++) {
      int end = n - step;
      for (int j = 0; j < end; j++)
        a[i][j] = a[i][(j + 1) % M] + t;
      step += 2;
    }
  }
}

/* Converted on the way; one of two declarators. */
static void converted(double n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC202
  for (int i = 0; i < N; i++) {
    int end = n / 2;
    for (int j = 0; j < end; j++)
      b[i][j] += 1;
  }
}

/* The counter is of no account, but clang wants it where it is. */
static void cancelled(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    int end = n + (i - i) / 2;
    for (int j = 0; j < end; j++)
      a[i][j] += 2;
  }
}

static void two_declarators(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC201
  for (int i = 0; i < N; i++) {
    int begin = n / 4, end = n / 2;
    for (int j = begin; j < end; j++)
      b[i][j] += 1;
  }
}

/* A divisor that may be 0 where no iteration of the outer loop is. */
static void quotient(int n, int m, int d) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    int end = m / d;
    for (int j = 0; j < end; j++)
      b[i][j] += 1;
  }
}

/* The name means something else further in. */
static void shadowed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC201
  for (int i = 0; i < N; i++) {
    int end = n - 1;
    for (int j = 0; j < end; j++) {
      int n = 2;
      a[i][j] += n;
    }
  }
}

/* The variable is declared elsewhere, and would have no use. */
static void unused(int n) {
  int last;
  #pragma omp target teams distribute parallel for private(last) map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    last = n - 1;
    for (int j = 0; j < last; j++)
      a[i][j] += 1;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  for (int i = 0; i < N; i++) ends[i] = i % M;
  in_memory();
  twice(M);
  changing(M - 1);
  converted(M);
  cancelled(M - 2);
  two_declarators(M);
  quotient(N, M, 2);
  quotient(0, M, 0);
  shadowed(M);
  unused(M);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  return 0;
}
