/* `target` alone: one thread runs the region, whatever its loops are. */
#include "../check.h"
enum { N = 48 };

static void both(double *a, const double *b, int n, int m) {
  #pragma omp target map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=none WC107
  for (int i = 0; i < n; i++) //~ i=proved
    for (int j = 0; j < m; j++) a[i * m + j] += b[i * m + j]; //~ j=proved
}

static void rows(double *a, int n) {
  #pragma omp target map(tofrom: a[0:n*n]) //~ plan=none WC107
  for (int i = 0; i < n; i++) //~ i=proved
    for (int j = 1; j < n; j++) a[i * n + j] += a[i * n + j - 1]; //~ j=carried
}

/* The ends of the inner loop are others in each row. */
static void triangle(double *a, int n) {
  #pragma omp target map(tofrom: a[0:n*n]) //~ plan=none WC107
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i * n + j] += 1;
}

/* Not the outer loop, but the one inside. */
static void sweeps(double *a, int n) {
  #pragma omp target map(tofrom: a[0:n*n]) //~ plan=none WC107
  for (int i = 1; i < n; i++) //~ i=carried
    for (int j = 0; j < n; j++) a[i * n + j] += a[i * n - n + j]; //~ j=proved
}

static void two(double *a, double *b, int n) {
  #pragma omp target map(tofrom: a[0:n], b[0:n]) //~ plan=none WC107
  {
    for (int i = 0; i < n; i++) a[i] += 1;
    for (int i = 0; i < n; i++) b[i] += a[i];
  }
}

/* None: a sum, and a variable of outside. */
static void none(double *a, int n) {
  double s = 0, t;
  #pragma omp target map(to: a[0:n]) map(tofrom: s) //~ plan=none WC107
  for (int i = 0; i < n; i++) s += a[i];
  #pragma omp target map(tofrom: a[0:n]) //~ plan=none WC107
  for (int i = 0; i < n; i++) {
    t = a[i];
    a[i] = t + s;
  }
}

int main(void) {
  double a[N * N], b[N * N];
  FILL(a, N * N);
  FILL(b, N * N);
  both(a, b, N, N); SHOW(a, N * N);
  rows(a, N); SHOW(a, N * N);
  triangle(a, N); SHOW(a, N * N);
  FILL(a, N * N);
  sweeps(a, 4); SHOW(a, N * N);
  two(a, b, N); SHOW(b, N * N);
  none(a, N); SHOW(a, N * N);
  return 0;
}
