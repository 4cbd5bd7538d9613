/* warpcc-flags: -std=c11 */
/* Constructs of one level of parallelism become two levels or several regions, where a combined one would. */
#include "../check.h"

enum { N = 80, M = 512, L = 200000, K = 20 };
static double x[N * M], y[N * M], rows[N];
static float c[L][K], d[L][K];

static void threads(int n, const double *restrict X, double *restrict Y, double *restrict S) {
  #pragma omp target teams distribute  map(to: X[0:n*M]) map(tofrom: Y[0:n*M], S[0:n]) //~ plan=combine+teams(j)
  for (int i = 0; i < n; i++) {
#line 12
    #pragma omp parallel for num_threads(64) firstprivate(i)
#line 12
    for (int j = 0; j < M; j++)
      Y[i * M + j] += X[i * M + j];
    S[i] = Y[i * M];
  }
}

/* The teams stay what they are. */
static void teams(int n, const double *restrict X, double *restrict Y, double *restrict S) {
  #pragma omp target teams distribute  map(to: X[0:n*M]) map(tofrom: Y[0:n*M], S[0:n]) //~ plan=teams(j)+unschedule(dist_schedule)
  for (int i = 0; i < n; i++) {
#line 22
    #pragma omp parallel for firstprivate(i)
#line 22
    for (int j = 0; j < M; j++)
      Y[i * M + j] *= X[i * M + j] + 1;
    S[i] = 2 * Y[i * M + 1];
  }
}

static void chained(int n, const double *restrict X, double *restrict Y, double *restrict S) {
  #pragma omp target map(to: X[0:n*M]) map(tofrom: Y[0:n*M], S[0:n]) //~ plan=combine+teams(j)+unschedule(schedule)
  #pragma omp teams distribute 
  for (int i = 0; i < n; i++) {
    S[i] = 1;
#line 33
    #pragma omp parallel firstprivate(i)
#line 33
    for (int t = 0; t < 3; t++)
#line 34
      #pragma omp for
#line 34
      for (int j = 0; j < M; j++)
        Y[i * M + j] += t * X[i * M + j];
  }
}

/* Teams that reduce, and have threads inside, would run in generic mode. */
static double total(int n, const double *restrict X, double *restrict S) {
  double sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: X[0:n*M]) map(tofrom: S[0:n]) //~ plan=combine
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      sum += X[i * M + j];
    S[i] *= 2;
  }
  return sum;
}

/* The test is one of the two levels; behind its `else` stands the combined construct, with a box. */
static void tested(int n, int first, unsigned X[N][N]) {
#line 53
  {
#line 53
    #pragma clang diagnostic push
#line 53
    #pragma clang diagnostic ignored "-Weverything"
#line 53
    int warpcc_holds = (__int128)n >= 65;
#line 53
    #pragma clang diagnostic pop
#line 53
    if (warpcc_holds) {
#line 53
  #pragma omp target teams distribute  map(tofrom: X[0:N]) //~ plan=combine+teams(j)
  for (int i = 0; i < n; i++)
#line 55
    #pragma omp parallel for num_threads(n > 1 ? n : 2) firstprivate(i)
#line 55
    for (int j = 0; j < i; j++)
      for (int k = first; k >= 0; k--)
        X[i][j] = first + 67u;
#line 57
    } else {
#line 57
    #pragma clang diagnostic push
#line 57
    #pragma clang diagnostic ignored "-Weverything"
#line 53
  #pragma omp target teams distribute parallel for collapse(2) num_threads(n > 1 ? n : 2) map(tofrom: X[0:N]) //~ plan=combine+teams(j)
#line 54
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++)
      if (j < i) for (int k = first; k >= 0; k--)
        X[i][j] = first + 67u;
#line 57
    #pragma clang diagnostic pop
#line 57
    }
#line 57
  }
#line 58
}

/* Each region is combined. */
static void several(void) {
#line 62
  {
#line 62
  #pragma omp target data map(tofrom: c, d)
#line 62
  {
#line 62
  #pragma omp target teams distribute parallel for collapse(2)  map(tofrom: c, d) //~ plan=distribute(64:combine+collapse(2)+unschedule(schedule)|66:combine+collapse(2)+unschedule(schedule))
  for (int i = 0; i < L; i++) {
    for (int j = 0; j < K; j++)
      c[i][j] += 2;
#line 66
  }
#line 66
  #pragma clang diagnostic push
#line 66
  #pragma clang diagnostic ignored "-Weverything"
#line 62
  #pragma omp target teams distribute parallel for collapse(2)  map(tofrom: c, d) //~ plan=distribute(64:combine+collapse(2)+unschedule(schedule)|66:combine+collapse(2)+unschedule(schedule))
#line 63
  for (int i = 0; i < L; i++) {
#line 66
  #pragma clang diagnostic pop
#line 66
    for (int j = 0; j < K; j++)
      d[i][j] *= 3;
  }
#line 68
  }
#line 68
  }
#line 69
}

/* These have two levels, and would have them again. */
static void again(int n, const double *restrict X, double *restrict Y, double *restrict S) {
  #pragma omp target teams distribute map(to: X[0:n*M]) map(tofrom: Y[0:n*M], S[0:n]) //~ plan=none WC210
  for (int i = 0; i < n; i++) {
    S[i] += 1;
    #pragma omp parallel for collapse(2)
    for (int j = 0; j < M; j++)
      for (int t = 0; t < 3; t++)
        Y[t * n * M + i * M + j] += t * X[i * M + j];
  }
}

int main(void) {
  unsigned square[N][N];
  FILL(x, N * M);
  FILL(y, N * M);
  FILL(rows, N);
  FILL(&c[0][0], L * K);
  FILL(&d[0][0], L * K);
  for (int i = 0; i < N; i++)
    FILL(square[i], N);
  #pragma omp target data map(to: x) map(tofrom: y, rows)
  {
    threads(N, x, y, rows);
    teams(N, x, y, rows);
    chained(N, x, y, rows);
    printf("%g\n", total(N, x, rows));
    again(N / 3, x, y, rows);
  }
  tested(20, 5, square);
  SHOW(&square[0][0], N * N);
  tested(N, 3, square);
  several();
  SHOW(y, N * M);
  SHOW(rows, N);
  SHOW(&square[0][0], N * N);
  SHOW(&c[0][0], L * K);
  SHOW(&d[0][0], L * K);
  return 0;
}

/* warpcc-report: whole */
