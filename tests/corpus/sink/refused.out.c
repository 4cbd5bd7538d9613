/* warpcc-flags: -std=c11 */
/* Definitions whose value must be read before the loops inside. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], s[N];
static int at[N];
static long d[N][M];

/* The first iteration of the loop inside writes it. */
static void own_row(void) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = a[i][0];
#line 15
    #pragma omp parallel for firstprivate(i, x)
#line 15
    for (int j = 0; j < M; j++)
      a[i][j] = 2 * x + j;
  }
}

/* Some iteration may write it. */
static void some(void) {
  #pragma omp target teams distribute map(tofrom: b) map(to: at) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = b[i][at[i] % M];
#line 25
    #pragma omp parallel for firstprivate(i, x)
#line 25
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
  #pragma omp target teams distribute map(tofrom: a, s) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    double x = s[i] * 2;
#line 47
    #pragma omp parallel for firstprivate(i, x)
#line 47
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

/* What one iteration leaves in a variable, an array or a counter is what a later one uses. */
static void carried(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < N; i++) {
    double t;
    for (int j = 0; j < M; j++) {
      if (j % 4 == 0)
        t = a[i][j];
      a[i][j] += t;
    }
  }
}

static void carried_array(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC201
  for (int i = 0; i < N; i++) {
    double p[4];
    for (int j = 0; j < M; j++) {
      p[j % 4] = a[i][j];
      a[i][j] += p[0];
    }
  }
}

static void counter_behind(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, s) //~ plan=none WC201
  for (int i = 0; i < N; i++) {
    int j;
    for (j = 0; j < M; j++)
      a[i][j] += 1;
    s[i] = j;
  }
}

/* One for all threads; a counter beside a pointer, whose declaration cannot be taken apart. */
static void one_for_all(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 1; i++) {
    static double t;
    for (int j = 0; j < M; j++) {
      t = a[i][j];
      a[i][j] += t * t;
    }
  }
}

static void with_pointer(void) {
  #pragma omp target teams distribute map(tofrom: d) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++) {
    long j, *p;
#line 113
    #pragma omp parallel for private(p) firstprivate(i)
#line 113
    for (j = 0; j < M; j++) {
      p = &d[i][j];
      *p += j;
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(s, N);
  FILL(at, N);
  FILL(&d[0][0], N * M);
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
  carried();
  carried_array();
  counter_behind();
  one_for_all();
  with_pointer();
  SHOW(&a[0][0], N * M);
  SHOW(&d[0][0], N * M);
  SHOW(s, N);
  return 0;
}

/* warpcc-report: whole */
