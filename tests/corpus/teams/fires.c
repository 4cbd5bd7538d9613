/* warpcc-flags: -std=c11 */
/* A team for each iteration of the directive's loop, its threads for those of the loops inside. */
#include "../check.h"

enum { N = 48, M = 512 };
static double a[N][M], b[N][M], c[N][M], sums[N];

/* Two loops inside a sequential one; each ends with a barrier. */
static void steps(int count, int n, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n], y[0:n*n]) //~ plan=teams(j,j) WC109
  for (int i = 0; i < n; i++)
    for (int t = 0; t < count; t++) {
      for (int j = 0; j < n - 1; j++)
        y[i*n + j] = x[i*n + j] + x[i*n + j + 1];
      for (int j = 0; j < n - 1; j++) {
        x[i*n + j] = y[i*n + j] / 2;
      }
    }
}

/* Numbers need no test. The clauses of threads go with them; variables that a thread needs are private. */
static void privates(int n) {
  int j, t, k;
  double twice;
  #pragma omp target teams distribute parallel   for num_threads(32) private(t, j, k, twice) map(tofrom: a, b, sums) proc_bind(close), thread_limit(64) // as written //~ plan=teams(j,k)
  for (int i = 0; i < n; i++)
    for (t = 1; t < 4; t++) {
      sums[i] = t;
      for (j = 1; j < M; j++) {
        twice = 2 * a[i][j];
        b[i][j] = twice + sums[i];
        for (k = 0; k < 2; k++)
          b[i][j] += k * t;
      }
      if (t > 1)
        for (k = M - 1; k > 0; k--)
          a[i][k] += b[i][k - 1];
    }
}

/* A buffer of the team. */
static void buffered(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=teams(j,j)
  for (int i = 0; i < n; i++) {
    double line[M];
    for (int j = 0; j < M; j++)
      line[j] = a[i][M - 1 - j];
    for (int j = 0; j < M; j++)
      b[i][j] += line[j] + line[0];
  }
}

/* Bounds that follow the outer counter. */
static void triangle(int n, double *restrict s) {
  #pragma omp target teams distribute parallel for map(tofrom: s[0:n*n], sums) //~ plan=teams(j) WC109
  for (int i = 0; i < n - 1; i++) {
    double half = sums[i] / 2;
    for (int j = i + 1; j < n; j++) {
      s[i*n + j] = 0;
      for (int k = 0; k < n; k++)
        s[i*n + j] += half * k;
    }
    sums[i] = half;
  }
}

/* The threads enter their region before the loops around, which each runs for itself: not before one whose bound is an element, nor
   before one with a statement of its own. */
static void entered(int n, int *restrict counts, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*M], y[0:n*M], counts[0:n]) //~ plan=teams(j,j,j,j,j)
  for (int i = 0; i < n; i++) {
    double scale = 0.5 + i;
    for (int t = 0; t < 2; t++)
      for (int u = t; u < 3; u++) {
        for (int j = 0; j < M - 1; j++)
          y[i*M + j] = scale * x[i*M + j] + x[i*M + j + 1] + u;
        for (int j = 0; j < M - 1; j++)
          x[i*M + j] = y[i*M + j] / 2 + t;
      }
    for (int s = 0; s < counts[i]; s++)
      for (int j = 1; j < M; j++)
        x[i*M + j] += y[i*M + j - 1];
    int rounds = 3 - counts[i];
    for (int t = 0; t < rounds; t++)
      for (int j = 1; j < M; j++)
        y[i*M + j] = x[i*M + j] + t;
    rounds = 2 * counts[i];
    for (int t = rounds; t > 0; t--)
      for (int j = 1; j < M; j++)
        x[i*M + j] -= y[i*M + j];
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * M);
  FILL(sums, N);
  steps(3, 40, &a[0][0], &b[0][0]);
  steps(3, 4, &c[0][0], &b[8][0]);
  privates(N);
  int counts[N];
  for (int i = 0; i < N; i++)
    counts[i] = i % 3;
  entered(N, counts, &c[0][0], &b[0][0]);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  buffered(N);
  triangle(N, &c[0][0]);
  triangle(3, &c[40][0]);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], N * M);
  SHOW(sums, N);
  return 0;
}
