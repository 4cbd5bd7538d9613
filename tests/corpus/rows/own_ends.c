/* Loops along rows that begin where their row does: all rows have as many iterations. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"

enum { N = 300, M = 70, K = 40 };
static double a[N * M + M], b[N * M + M], s[N], t[N];
static float f[N * M];
static int at[N], first[N + 1];

static void place_of_most(const float *x, float *most, int *place, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: most[0:n], place[0:n]) //~ plan=rows(x)
  for (int i = 0; i < n; i++) {
    float best = 0;
    int which = -1;
    for (int k = i * m; k < (i + 1) * m; k++) {
      float own = x[k];
      if (own > best) {
        best = own;
        which = k;
      }
    }
    most[i] = best;
    place[i] = which % m;
  }
}

static void from_a_variable(const double *x, double *sums, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
  for (int i = 0; i < n; i++) {
    const int begin = i * m;
    double sum = 0;
    for (int k = begin; k <= begin + m - 1; k++)
      sum += x[k] * (k - begin);
    sums[i] = sum;
  }
}

static void of_a_number(const double *x, double *sums, long n) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*K]) map(tofrom: sums[0:n]) //~ plan=rows(x)
  for (long i = 3; i < n; i++) {
    double sum = 1;
    for (long k = K * i; k < K * i + K; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

static void several(const double *x, double *y, double *sums, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(tofrom: y[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = i * m; k < i * m + m; k++)
      sum += x[k];
    double rest = 0;
    for (int j = 0; j < m; j++)
      rest += x[i * m + j] * sum;
    sums[i] = rest;
  }
}

static void in_other_loops(const double *x, double *sums, int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:2*n*m]) map(from: sums[0:2*n]) //~ plan=rows(x)
  for (int h = 0; h < 2; h++)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = (h * n + i) * m; k < (h * n + i) * m + m; k++)
        sum += x[k];
      sums[h * n + i] = sum;
    }
}

static void sparse(const double *x, double *sums, const int *from, int n) {
  #pragma omp target teams distribute parallel for map(to: x[0:N*M], from[0:n+1]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = from[i]; k < from[i + 1]; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

static void longer_and_longer(const double *x, double *sums, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = i * m; k < i * m + i % m; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

static void from_an_element(const double *x, double *sums, const int *from, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:N*M], from[0:n+1]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    int begin = from[i];
    double sum = 0;
    for (int k = begin; k < begin + m; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

int main(void) {
  FILL(a, N * M + M);
  FILL(b, N * M + M);
  for (int i = 0; i < N * M; i++) f[i] = (float)((i * 37) % 101);
  for (int i = 0; i <= N; i++) first[i] = i * 8 + i % 5;
  float most[N];
  place_of_most(f, most, at, N, M);
  for (int i = 0; i < N; i++) t[i] = most[i] + 1000 * at[i];
  SHOW(t, N);
  from_a_variable(a, s, N, M);
  SHOW(s, N);
  from_a_variable(a, s, N, 20);
  SHOW(s, N);
  of_a_number(a, s, N);
  SHOW(s, N);
  several(a, b, s, N, M);
  SHOW(s, N);
  in_other_loops(a, s, N / 2, M);
  SHOW(s, N);
  sparse(a, s, first, N);
  SHOW(s, N);
  longer_and_longer(a, s, N, M);
  SHOW(s, N);
  from_an_element(a, s, first, N, M);
  SHOW(s, N);
  return 0;
}
