/* warpcc-flags: -std=c11 */
/* Directives of one level of parallelism, or of two, that become combined ones. */
#include "../check.h"

enum { N = 96, M = 80 };
static double a[M][N], b[N][M], total[N];

/* The threads run along columns: the loops of both directives change places. */
static void transposed(int n, int m, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:n*m]) map(to: y[0:n*m]) // teams //~ plan=combine+collapse(2)+interchange(j,i)
  for (int i = 0; i < n; i++)
    #pragma omp parallel for // threads
    for (int j = 0; j < m; j++)
      x[j * n + i] += 2 * y[j * n + i]; //~ x: sectors=8..32->8
}

/* One thread of each team works. */
static void one_thread(int n) {
  #pragma omp target teams distribute dist_schedule(static, 1) map(tofrom: a) //~ plan=combine+unschedule(dist_schedule)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < M; j++)
      a[j][i] += a[j - 1][i]; //~ sectors=1->8
}

/* A sum of the threads of a team is one of a thread. */
static void column_sums(int n) {
  #pragma omp target teams distribute map(to: a) map(from: total) //~ plan=combine
  for (int i = 0; i < n; i++) {
    double sum = 0;
    #pragma omp parallel for reduction(+: sum)
    for (int j = 0; j < M; j++)
      sum += a[j][i]; //~ sectors=16..32->8
    total[i] = sum;
  }
}

/* Short rows leave lanes without work; counters of outside, clauses of threads, a definition between the loops. */
static void short_rows(int n, double *restrict x) {
  int j, k;
  #pragma omp target teams distribute map(tofrom: x[0:n*8]) private(j) //~ plan=combine+collapse(2)+sink(42)
  for (int i = 0; i < n; i++) {
    double *row = x + i * 8;
    #pragma omp parallel for schedule(static, 2) private(k) num_threads(64) /* threads */
    for (j = 0; j < 8; j++) {
      for (k = 0; k < 3; k++)
        row[j] += k;
    }
  }
}

/* Both levels reduce one variable. */
static double norm(int n) {
  double s = 0;
  #pragma omp target teams distribute reduction(+: s) map(to: b) //~ plan=combine+collapse(2)+interchange(j,i)
  for (int i = 0; i < M; i++)
    #pragma omp parallel for simd reduction(+: s)
    for (int j = 0; j < n; j++)
      s += b[j][i];
  return s;
}

/* Three loops of two directives. */
static void planes(int n, double *restrict x) {
  #pragma omp target teams distribute collapse(2) map(tofrom: x[0:n*n*n]) //~ plan=combine+collapse(3)+interchange(i,k,j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      #pragma omp parallel for
      for (int k = 0; k < n; k++)
        x[(i * n + k) * n + j] += 1;
}

/* One team. */
static double one_team(int n, double *restrict x, double *restrict y) {
  double s = 0;
  #pragma omp target parallel   for simd schedule(static, 4), map(tofrom: x[0:n]) map(to: y[0:n]) // one team //~ plan=combine+unschedule(schedule)
  for (int i = 0; i < n; i++)
    x[i] += y[i];
  #pragma omp target parallel for reduction(+: s) map(to: x[0:n]) //~ plan=combine
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(void) {
  double *x = malloc(sizeof(double) * N * N * N), *y = malloc(sizeof(double) * N * M), s;
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(x, N * N * N);
  FILL(y, N * M);
  transposed(N, M, x, y);
  SHOW(x, N * M);
  one_thread(N);
  SHOW(&a[0][0], N * M);
  column_sums(N);
  SHOW(total, N);
  short_rows(N, x);
  SHOW(x, N * 8);
  s = norm(N);
  SHOW(&s, 1);
  planes(33, x);
  SHOW(x, 33 * 33 * 33);
  s = one_team(N * M, x, y);
  SHOW(&s, 1);
  free(x);
  free(y);
  return 0;
}

/* warpcc-report: whole */
