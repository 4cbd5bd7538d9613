/* A construct that may run later has the sizes that it had when it was met: a test may compare these. What it compares of memory may be other by
   then, or elsewhere. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"

enum { N = 256, M = 48 };
static double a[N * M], b[N * M], s[N];

static void transposed(const double *x, double *y, int n, int m) {
  #pragma omp target teams distribute parallel for nowait map(to: x[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(x) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j * n + i] = x[i * m + j];
  #pragma omp taskwait
}

static void behind_another(const double *x, double *y, long n, long m) {
  #pragma omp target teams distribute parallel for depend(inout: y[0]) nowait map(to: x[0:n*m]) map(from: y[0:n]) //~ plan=rows(x) WC109
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long j = 0; j < m; j++) sum += x[i * m + j];
    y[i] = sum;
  }
  #pragma omp taskwait
}

/* The device may have another number. */
static void mapped(const double *x, double *y, int n, int m) {
  #pragma omp target teams distribute parallel for nowait map(tofrom: m) map(to: x[0:n*M]) map(from: y[0:n]) //~ plan=none !WC109
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) sum += x[i * M + j];
    y[i] = sum;
  }
  #pragma omp taskwait
}

/* Where the arrays are is another question. */
static void of_addresses(double *x, double *y, int n, int m) {
  #pragma omp target teams distribute parallel for nowait //~ plan=none WC207 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] + 1;
  #pragma omp taskwait
}

int main(void) {
  FILL(a, N * M);
  transposed(a, b, N, M);
  SHOW(b, N * M);
  transposed(a, b, N, 12);
  SHOW(b, N * M);
  behind_another(a, s, N, M);
  SHOW(s, N);
  mapped(a, s, N, M);
  SHOW(s, N);
  double *x = a, *y = b;
  #pragma omp target data map(to: x[0:N*M]) map(tofrom: y[0:N*M])
  of_addresses(x, y, N, M);
  SHOW(b, N * M);
  return 0;
}
