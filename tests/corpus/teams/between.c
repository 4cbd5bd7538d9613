/* warpcc-flags: -std=c11 */
/* clang has all threads of a team load what stands between the levels, and its first one store it: nothing may be stored there that was
   loaded since the last region of threads. */
#include "../check.h"

enum { N = 48, M = 512 };
static double a[N][M], b[N][M], out[N];
static int number[2 * N], many[N + 1], seen[N];

/* Counters, and values that are loaded, are given to each thread. What is only stored, or stored behind a region, is in nobody's way. */
static void values(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b, out, seen) map(to: many) //~ plan=teams(j,j,j)
  for (int i = 0; i < n; i++) {
    int count = many[i] % 4;
    double half = out[i] / 2, third = many[i + 1] / 3.0;
    seen[i] = count;
    for (int t = 0; t < count; t++) {
      double scale = third + t;
      for (int j = 0; j < M; j++)
        a[i][j] = a[i][j] * scale + half;
      if (t > 1)
        for (int j = 0; j < M; j++)
          b[i][j] += a[i][j] / 4;
    }
    for (int j = 0; j < M; j++)
      b[i][j] -= third;
    out[i] = half + third;
  }
}

/* Rows that are left out. */
static void some(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) map(to: many) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    if (many[i] == 3)
      continue;
    out[i] = many[i];
    for (int t = 0; t < 2; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += t * many[i];
  }
}

/* The number of rounds is stored behind its load; so is what a condition needs. */
static void rounds(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, number) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    int count = number[i];
    number[i] = 0;
    for (int t = 0; t < count; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += t;
  }
}

static void condition(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    if (out[i] > 40)
      out[i] -= 40;
    for (int t = 0; t < 2; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += out[i] * t;
  }
}

/* An update loads, too. */
static void updated(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC216
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      out[i] += t;
      for (int j = 0; j < M; j++)
        a[i][j] += out[i] * t;
    }
}

/* The region in between may have no round, be jumped over, or be of one branch. */
static void rounds_between(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) map(to: many) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double half = out[i] / 2;
    for (int t = 0; t < many[i]; t++)
      for (int j = 0; j < M; j++)
        a[i][j] += half * many[t];
    out[i] = half;
  }
}

static void jump_between(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) map(to: many) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double half = out[i] / 2;
    for (int t = 0; t < 2; t++) {
      if (many[i] == t)
        break;
      for (int j = 0; j < M; j++)
        a[i][j] += half * t;
      out[i] = half;
    }
  }
}

static void branch_between(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) map(to: many) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double half = out[i] / 2;
    if (many[i] > 1)
      for (int t = 0; t < 2; t++)
        for (int j = 0; j < M; j++)
          a[i][j] += half * t;
    out[i] = half;
  }
}

/* The load of one round comes before the store of the next one. */
static void next_round(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int t = 0; t < 3; t++) {
      out[i] = sum + t;
      for (int j = 0; j < M; j++)
        a[i][j] += out[i] * sum;
      sum += out[i];
    }
  }
}

/* So does that of one row before the next one's, in an array of the team. */
static void next_row(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double line[M];
    line[0] = i;
    for (int t = 0; t < 2; t++)
      for (int j = 1; j < M; j++)
        line[j] = a[i][j - 1] + t * line[0];
    out[i] = line[M - 1];
    for (int j = 0; j < M; j++)
      a[i][j] += line[j];
    out[i] = line[1];
  }
}

/* What is stored first is there for all. */
static void stored_first(int n, int *restrict number, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: number[0:n], y[0:n*M]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    number[i] = i % 3;
    for (int t = 0; t < number[i]; t++)
      for (int j = 0; j < M; j++)
        y[i*M + j] += t;
  }
}

/* Other elements of the same array are not told apart. */
static void halves(int n, int *restrict both, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: both[0:2*n], y[0:n*M]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    both[n + i] = both[i] % 3;
    for (int t = 0; t < 2; t++)
      for (int j = 0; j < M; j++)
        y[i*M + j] += t;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(out, N);
  for (int i = 0; i < N; i++)
    number[i] = i % 5, many[i] = i % 7;
  values(N);
  rounds(N);
  condition(N);
  some(N);
  updated(N);
  rounds_between(N);
  jump_between(N);
  branch_between(N);
  next_round(N);
  next_row(N);
  stored_first(N, number, &b[0][0]);
  halves(N, number, &b[0][0]);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(out, N);
  SHOW(seen, N);
  SHOW(number, 2 * N);
  return 0;
}
