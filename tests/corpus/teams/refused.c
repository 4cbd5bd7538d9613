/* warpcc-flags: -std=c11 */
/* Loops that the threads of a team cannot share. */
#include "../check.h"

enum { N = 48, M = 64 };
static double a[N][M], b[N][M], out[N];
static int rows[N + 1];

/* A sum and a recurrence: each iteration needs the one before. */
static void carried(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC201
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < M; j++)
      sum += a[i][j];
    out[i] = sum;
  }
}

static void recurrence(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++)
      for (int j = 1; j < M; j++)
        a[i][j] += a[i][j - 1];
}

/* The value of the last iteration is used behind the loop. */
static void last(int n) {
  int j;
  double x;
  #pragma omp target teams distribute parallel for private(j, x) map(tofrom: a, out) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    x = 1;
    for (int t = 0; t < 2; t++)
      for (j = 0; j < M; j++) {
        x = a[i][j] * 2;
        a[i][j] = x + t;
      }
    out[i] = x;
  }
}

static void counter(int n) {
  int j;
  #pragma omp target teams distribute parallel for private(j) map(tofrom: a, out) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (j = 0; j < M - t; j++)
        a[i][j] += t;
      out[i] += j;
    }
}

/* The loop can be left early. */
static void left(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC203
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++)
      for (int j = 0; j < M; j++) {
        if (b[i][j] > 9)
          break;
        a[i][j] += t;
      }
}

/* Too few iterations, and a number of them that nobody knows before the region. */
static void few(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      a[i][7] += a[i][8 + t];
      for (int j = 0; j < 6; j++)
        a[i][j] += a[i][7];
    }
}

static void unknown(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, rows) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      a[i][M - 1] += t;
      for (int j = rows[i]; j < rows[i + 1]; j++)
        a[i][j] += a[i][M - 1];
    }
}

/* A clause that is about both levels; a schedule of the loop that the teams would take. */
static void combined(int n) {
  #pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: a, b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 0; j < M; j++)
        b[i][j] = a[i][j] + t;
      for (int j = 1; j < M; j++)
        a[i][j] += b[i][j - 1];
    }
}

/* Whether there are threads would be asked on the device, too. */
static void conditional(int n) {
  #pragma omp target teams distribute parallel for if(n > 3) map(tofrom: a, b) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 0; j < M; j++)
        b[i][j] = a[i][j] + t;
      for (int j = 1; j < M; j++)
        a[i][j] += b[i][j - 1];
    }
}

/* The sum so far is an element's factor: which it is depends on the threads, but that is the program's own. */
static int read_sum(int n) {
  int sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: a, b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 0; j < M; j++)
        b[i][j] = a[i][j] + t;
      b[i][0] = sum;
      for (int j = 1; j < M; j++)
        sum += b[i][j - 1];
    }
  return sum;
}

/* Each thread of a team would have an array. */
static void sums_of_columns(int n, int *sums) {
  #pragma omp target teams distribute parallel for reduction(+: sums[0:4]) map(tofrom: a, b) //~ plan=none WC210
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 0; j < M; j++)
        b[i][j] = a[i][j] + t;
      for (int j = 0; j < M; j++)
        sums[j % 4] += b[i][j];
    }
}

/* clang 19 runs a kernel whose teams reduce, and have threads inside, in generic mode. */
static long reduced(int n) {
  long sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: a, b) //~ plan=none WC210 !WC211
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      for (int j = 0; j < M; j++)
        b[i][j] += t * a[i][j];
      sum += t;
    }
  return sum;
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  for (int i = 0; i <= N; i++)
    rows[i] = i;
  carried(N);
  SHOW(out, N);
  recurrence(N);
  last(N);
  counter(N);
  left(N);
  few(N);
  unknown(N);
  combined(N);
  conditional(N);
  printf("%d %ld\n", read_sum(0), reduced(N));
  int sums[4] = {0};
  sums_of_columns(N, sums);
  SHOW(sums, 4);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(out, N);
  return 0;
}
