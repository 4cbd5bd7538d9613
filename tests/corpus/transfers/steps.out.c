/* warpcc-transfers: on
   A time loop calls functions that map: every array crosses the bus once. What is dead behind the loop does not come back, and what the
   first region of a step writes whole does not go. */
#include "../check.h"
#include <string.h>
enum { N = 96 };

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n], b[0:n]) map(tofrom: sum) //~ plan=none
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void axpy(double *y, double s, const double *x, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: y[0:n]) map(to: x[0:n])
  for (int i = 0; i < n; i++)
    y[i] += s * x[i];
}

static void apply(double *out, const double *in, int side) {
  int all = side * 4;
  #pragma omp target teams distribute parallel for map(from: out[0:all]) map(to: in[0:all])
  for (int i = 0; i < all; i++)
    out[i] = 2 * in[i] - (i > 0 ? in[i - 1] : 0);
}

/* x comes back, r and p go once, q stays where it is. */
static double solve(int side, int steps) {
  const int n = side * 4;
  double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
  for (int i = 0; i < n; i++)
    r[i] = p[i] = i % 5;
#line 35
  #pragma omp target enter data map(to: r[0:(long)4 * side])
#line 35
  double old = dot(r, r, n);
#line 36
  #pragma omp target data map(tofrom: x[0:(long)4 * side]) map(to: p[0:(long)4 * side]) map(alloc: q[0:(long)4 * side]) if(0 < steps)
#line 36
  for (int k = 0; k < steps; k++) {
    apply(q, p, side);
    double alpha = 1 + (int)dot(p, q, n) % 3;
    axpy(x, alpha, p, n);
    axpy(r, -alpha, q, n);
    old += dot(r, r, n);
  }
#line 35
  #pragma omp target exit data map(release: r[0:(long)4 * side])
#line 43
  double sum = old;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 7);
  free(x), free(r), free(p), free(q);
  return sum;
}

/* The caller reads what a parameter points to. */
void relax(double *a, int n, int steps) {
#line 52
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 52
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 1; i < n; i++)
      a[i] = a[i] / 2 + k;
  }
}

/* Several statements, one after the other. */
static double sequence(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
#line 64
  #pragma omp target enter data map(to: a[0:n], b[0:n])
#line 64
  axpy(a, 2, b, n);
  axpy(b, 3, a, n);
  axpy(a, 1, b, n);
#line 66
  #pragma omp target exit data map(from: a[0:n], b[0:n])
#line 67
  double sum = a[3] + b[n - 1];
  free(a);
  free(b);
  return sum;
}

int main(void) {
  static double a[N];
  printf("%g\n", solve(N / 4, 5));
  printf("%g\n", solve(N / 4, 0));
  FILL(a, N);
  relax(a, N, 7); SHOW(a, N);
  relax(a, N, 0); SHOW(a, N);
  printf("%g\n", sequence(N));
  return 0;
}
