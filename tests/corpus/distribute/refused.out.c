/* warpcc-flags: -std=c11 */
/* Several loops in one body that stay together. */
#include "../check.h"

enum { N = 96, M = 64 };
static double a[N][M], b[N][M], row[N];
static int count;

/* The second loop writes what the first one reads in the next step. */
static void back(int steps) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j,j) WC205
  for (int i = 0; i < N; i++)
#line 13
    #pragma omp parallel firstprivate(i)
#line 13
    for (int t = 0; t < steps; t++) {
#line 14
      #pragma omp for
#line 14
      for (int j = 0; j < M - 1; j++)
        b[i][j] = a[i][j] + a[i][j + 1];
#line 16
      #pragma omp for
#line 16
      for (int j = 0; j < M - 1; j++)
        a[i][j] = b[i][j] / 2;
    }
}

/* A value passes from one loop to the other: a sum, a private array, a counter's last value. */
static void passed(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none WC204
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < M; j++)
      sum += a[i][j];
    for (int j = 0; j < M; j++)
      b[i][j] = sum;
  }
}

static void buffered(void) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j,j) WC204
  for (int i = 0; i < N; i++) {
    double line[M];
#line 37
    #pragma omp parallel for firstprivate(i)
#line 37
    for (int j = 0; j < M; j++)
      line[j] = a[i][M - 1 - j];
#line 39
    #pragma omp parallel for firstprivate(i)
#line 39
    for (int j = 0; j < M; j++)
      b[i][j] = line[j];
  }
}

static void last(void) {
  int j;
  #pragma omp target teams distribute parallel for private(j) map(tofrom: a, b) //~ plan=none WC201
  for (int i = 0; i < N; i++) {
    for (j = 0; j < M / 2; j++)
      a[i][j] += 1;
    for (; j < M; j++)
      b[i][j] += j;
  }
}

/* What the directive says is about all iterations, or must be said once. */
static void combined(void) {
  #pragma omp target teams distribute parallel for reduction(+: count) map(tofrom: a, b, count) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += 1;
    for (int j = 0; j < M; j++)
      count += b[i][j] > 4;
  }
}

static void conditional(int big) {
  #pragma omp target teams distribute parallel for if(big) map(tofrom: a, b) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += 1;
    for (int j = 0; j < M; j++)
      b[i][j] += 2;
  }
}

static void copied_again(void) {
  #pragma omp target teams distribute map(always, tofrom: a) map(tofrom: b) //~ plan=teams(j,j) WC211
  for (int i = 0; i < N; i++) {
#line 79
    #pragma omp parallel for firstprivate(i)
#line 79
    for (int j = 0; j < M; j++)
      a[i][j] += 1;
#line 81
    #pragma omp parallel for firstprivate(i)
#line 81
    for (int j = 0; j < M; j++)
      b[i][j] += 2;
  }
}

/* The second loop is not run in every iteration. */
static void skipped(void) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j,j) WC203
  for (int i = 0; i < N; i++) {
#line 90
    #pragma omp parallel for firstprivate(i)
#line 90
    for (int j = 0; j < M; j++)
      a[i][j] += 1;
    if (i % 5 == 0)
      continue;
#line 94
    #pragma omp parallel for firstprivate(i)
#line 94
    for (int j = 0; j < M; j++)
      b[i][j] += 2;
  }
}

/* Text that cannot be cut between the loops, or stand twice. */
static void in_a_block(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none
  for (int i = 0; i < N; i++) {
    {
      for (int j = 0; j < M; j++)
        a[i][j] += 1;
      for (int j = 0; j < M; j++)
        b[i][j] += 2;
    }
  }
}

#define BOTH(x, y, j) \
  for (int j = 0; j < M; j++) x; \
  for (int j = 0; j < M; j++) y

static void by_macro(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    BOTH(a[i][j] += 1, b[i][j] += 2, j);
  }
}

/* Names that may denote one array: the iterations of k have an order, those of each j have none. */
static void aliased(int n, int q, double *x, double *y) {
  #pragma omp target teams distribute //~ plan=teams(j,j)
  for (int i = 0; i < n; i++)
#line 127
    #pragma omp parallel firstprivate(i)
#line 127
    for (int k = 0; k < q; k++) {
#line 128
      #pragma omp for
#line 128
      for (int j = 0; j < M; j++)
        x[(i * q + k) * M + j] += k;
#line 130
      #pragma omp for
#line 130
      for (int j = 0; j < M; j++)
        y[(i * q + k) * M + j] += 2;
    }
}

static void coalesced(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, row) //~ plan=none
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < N; j++)
      a[j][i] += 1;
    for (int j = 0; j < 4; j++)
      row[i] += j;
  }
}

/* A definition between the common loops is changed in each step. */
static void growing(int steps) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j,j) WC201
  for (int i = 0; i < N; i++) {
    int shift = i;
    for (int s = 0; s < steps; s++) {
#line 151
      #pragma omp parallel for firstprivate(i, s)
#line 151
      for (int j = 0; j < M; j++)
        a[i][j] += 2 * s;
#line 153
      #pragma omp parallel for firstprivate(i, shift)
#line 153
      for (int j = 0; j < M; j++)
        b[i][j] += shift;
      shift += s;
    }
  }
}

/* The steps of the common loop follow what its body assigns. */
static void shorter(int steps) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j,j) WC202
  for (int i = 0; i < N; i++) {
    int end = steps;
    for (int s = 0; s < end; s++) {
#line 166
      #pragma omp parallel for firstprivate(i, s)
#line 166
      for (int j = 0; j < M; j++)
        a[i][j] += 2 * s;
      end = 2;
#line 169
      #pragma omp parallel for firstprivate(i)
#line 169
      for (int j = 0; j < M; j++)
        b[i][j] += 1;
    }
  }
}

/* The directive stands in two pragmas. */
static void chained(void) {
  #pragma omp target map(tofrom: a, b) //~ plan=teams(j,j) WC211
  #pragma omp teams distribute
  for (int i = 0; i < N; i++) {
#line 180
    #pragma omp parallel for firstprivate(i)
#line 180
    for (int j = 0; j < M; j++)
      a[i][j] += 3;
#line 182
    #pragma omp parallel for firstprivate(i)
#line 182
    for (int j = 0; j < M; j++)
      b[i][j] += 1;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(row, N);
  passed();
  buffered();
  last();
  combined();
  conditional(count);
  copied_again();
  skipped();
  in_a_block();
  by_macro();
  aliased(6, 16, &a[0][0], &b[0][0]);
  coalesced(M);
  back(3);
  growing(4);
  shorter(5);
  chained();
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(row, N);
  SHOW(&count, 1);
  return 0;
}
