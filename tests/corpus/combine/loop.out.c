/* warpcc-flags: -std=c11 */
/* The directive loop: clang runs it on one thread outside of teams, and on those of one team in parallel. */
#include "../check.h"

enum { N = 40, M = 512 };
static double a[N * M], b[N * M], s[N];

static void serial(int n, int m, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=combine+collapse(2)
  #pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += 2 * y[i * m + j];
}

/* The words stand in two pragmas. */
static void chained(int n, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) // target //~ plan=combine
  #pragma omp teams distribute parallel for // loop
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

static double sum(int n, const double *restrict x) {
  double total = 0;
  #pragma omp target map(to: x[0:n]) map(tofrom: total) //~ plan=combine
  #pragma omp teams distribute parallel for reduction(+: total)
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

/* One team would take all of it. */
static void of_threads(int n, int m, double *restrict x, const double *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(64) map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=combine
  for (int j = 0; j < n * m; j++)
    x[j] = y[j] + 1;
  #pragma omp target map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=combine+collapse(2)
  #pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] -= y[i * m + j];
}

/* Two levels are not to be had of loop, whose threads it leaves to clang. */
static void levels(int n, const double *restrict x, double *restrict y, double *restrict z) {
  #pragma omp target teams distribute map(to: x[0:n*M]) map(tofrom: y[0:n*M], z[0:n]) //~ plan=combine+teams(j)
  for (int i = 0; i < n; i++) {
#line 49
    #pragma omp parallel for firstprivate(i)
#line 49
    for (int j = 0; j < M; j++)
      y[i * M + j] += x[i * M + j];
    z[i] = i;
  }
  #pragma omp target teams map(to: x[0:n*M]) map(tofrom: y[0:n*M], z[0:n]) //~ plan=combine+teams(j)
  #pragma omp distribute
  for (int i = 0; i < n; i++) {
#line 56
    #pragma omp parallel for firstprivate(i)
#line 56
    for (int j = 0; j < M; j++)
      y[i * M + j] -= 3 * x[i * M + j];
    z[i] = 2 * i;
  }
  #pragma omp target map(to: x[0:n*M]) map(tofrom: y[0:n*M], z[0:n]) //~ plan=combine+teams(j)
  #pragma omp teams distribute
  for (int i = 0; i < n; i++) {
#line 63
    #pragma omp parallel for firstprivate(i)
#line 63
    for (int j = 0; j < M; j++)
      y[i * M + j] += 5 * x[i * M + j];
    z[i] = 4 * i;
  }
  #pragma omp target teams distribute map(to: x[0:n*M]) map(tofrom: y[0:n*M], z[0:n]) //~ plan=combine+teams(j)
  for (int i = 0; i < n; i++) {
#line 69
    #pragma omp parallel for firstprivate(i)
#line 69
    for (int j = 0; j < M; j++)
      y[i * M + j] -= x[i * M + j];
    z[i] = 6 * i;
  }
}

static void parts(double (*restrict c)[64], double (*restrict d)[64]) {
#line 76
  {
#line 76
  #pragma omp target data map(tofrom: c[0:64], d[0:64])
#line 76
  {
#line 76
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c[0:64], d[0:64]) //~ plan=distribute(78:combine+collapse(2)|80:combine+collapse(2))
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 64; j++)
      c[i][j] += j;
#line 80
  }
#line 80
  #pragma clang diagnostic push
#line 80
  #pragma clang diagnostic ignored "-Weverything"
#line 76
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c[0:64], d[0:64]) //~ plan=distribute(78:combine+collapse(2)|80:combine+collapse(2))
#line 77
  for (int i = 0; i < 64; i++) {
#line 80
  #pragma clang diagnostic pop
#line 80
    for (int j = 0; j < 64; j++)
      d[i][j] += 2 * c[i][j];
  }
#line 82
  }
#line 82
  }
#line 83
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(s, N);
  serial(N, M, a, b);
  serial(0, M, a, b);
  serial(1, 1, a, b);
  chained(N * M, a, b);
  double total[1] = {sum(N * M, a) + sum(33, b) + sum(0, a)};
  SHOW(total, 1);
  of_threads(N, M, a, b);
  of_threads(3, 11, a, b);
  levels(N, b, a, s);
  levels(1, b, a, s);
  SHOW(a, N * M);
  SHOW(s, N);
  static double c[64][64], d[64][64];
  FILL(&c[0][0], 64 * 64);
  FILL(&d[0][0], 64 * 64);
  parts(c, d);
  SHOW(&c[0][0], 64 * 64);
  SHOW(&d[0][0], 64 * 64);
  return 0;
}
