/* warpcc-flags: -std=c11 */
/* Directives whose words stand in several pragmas. */
#include "../check.h"

enum { N = 96, M = 80 };
static double a[N * M], b[N * M];

static void threads(int n, int m, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: x[0:n*m]) map(tofrom: y[0:n*m]) //~ plan=combine
  #pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j * n + i] += 2 * x[j * n + i];
}

/* The directive's words are names of variables as well. */
static void words(int n, int m, const double *restrict distribute, double *restrict parallel) {
  #pragma omp target map(to: distribute[0:n*m]) map(tofrom: parallel[0:n*m]) //~ plan=combine
  #pragma omp teams distribute
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      parallel[j * n + i] += 2 * distribute[j * n + i];
}

static void both(int n, int m, const double *restrict x, double *restrict y) {
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n*m]) //~ plan=combine+collapse(2)+interchange(j,i)
  #pragma omp distribute
  for (int i = 0; i < n; i++)
    #pragma omp parallel for num_threads(64)
    for (int j = 0; j < m; j++)
      y[j * n + i] += 2 * x[j * n + i];
}

/* `teams distribute` would have to stand in the middle of two pragmas. */
static void split(int n, int m, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: x[0:n*m]) map(tofrom: y[0:n*m])
  #pragma omp parallel
  #pragma omp for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] += 2 * x[i * m + j];
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  threads(N, M, a, b);
  words(N, M, a, b);
  both(N, M, a, b);
  split(N, M, a, b);
  SHOW(b, N * M);
  return 0;
}
