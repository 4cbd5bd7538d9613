/* warpcc-transfers: on
   Every call of a local function stands in the unit: what its parameters lead to is apart where it is in all calls. */
#include "../check.h"
enum { N = 48 };
static double shared[N];

static void step(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:n]) map(to: in[0:n]) //~ plan=none
  for (int i = 1; i < n - 1; i++)
    out[i] = in[i - 1] + in[i + 1];
}

/* Both stay on the device over the loop: no call gives one array twice. */
static void apart(double *a, double *b, int n, int steps) {
#line 15
  #pragma omp target data map(tofrom: b[0:n], a[0:n]) if(0 < steps)
#line 15
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    step(b, a, n);
  }
}

static void handed_on(double *x, double *y, int n, int steps) {
  apart(x, y, n, steps);
}

/* One of the calls gives parts of one array. */
static void overlapping(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    b[k] += 1;
  }
}

/* Other units may call it. */
void open(double *a, double *b, int n, int steps) {
#line 35
  #pragma omp target data map(tofrom: b[0:n], a[0:n]) if(0 < steps)
#line 35
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    step(b, a, n);
  }
}

/* Who takes its address may call it. */
static void by_address(double *a, double *b, int n, int steps) {
#line 43
  #pragma omp target data map(tofrom: b[0:n], a[0:n]) if(0 < steps)
#line 43
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    step(b, a, n);
  }
}

static void again(double *a, double *b, int n, int steps) {
  if (steps == 2)
    again(b, a, n, 1);
#line 52
  #pragma omp target data map(tofrom: b[0:n], a[0:n]) if(0 < steps)
#line 52
  for (int k = 0; k < steps; k++) {
    step(a, b, n);
    step(b, a, n);
  }
}

/* A parameter and a variable of the program. */
static void beside(double *a, int n, int steps) {
#line 60
  #pragma omp target data map(tofrom: shared[0:n], a[0:n]) if(0 < steps)
#line 60
  for (int k = 0; k < steps; k++) {
    step(a, shared, n);
    step(shared, a, n);
  }
}

static void beside_itself(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(a, shared, n);
    a[k] += 1;
  }
}

static void by_pointer(double *a, double *b, int n) {
  void (*which)(double *, double *, int, int) = by_address;
  which(a, b, n, 2);
}

static double callers(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  apart(a, b, n, 3);
  handed_on(b, a, n, 2);
  beside(a, n, 4);
  by_address(a, b, n, 2);
  again(a, b, n, 2);
  double sum = a[3] + b[n - 3];
  free(a), free(b);
  return sum;
}

int main(void) {
  static double a[2 * N], b[N];
  FILL(a, 2 * N);
  FILL(b, N);
  FILL(shared, N);
  printf("%g\n", callers(N));
  apart(a, b, N, 0);
  by_pointer(a, b, N); SHOW(a, N);
  overlapping(a, b, N, 3); SHOW(a, N);
  overlapping(a, a + N, N, 3); SHOW(a, 2 * N);
  open(a, b, N, 3); SHOW(a, N); SHOW(b, N);
  beside(b, N, 2); SHOW(b, N); SHOW(shared, N);
  beside_itself(a, N, 2); SHOW(a, N);
  beside_itself(shared, 3, 2); SHOW(shared, N);
  return 0;
}
