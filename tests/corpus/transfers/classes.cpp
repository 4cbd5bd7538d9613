// warpcc-transfers: on
// C++: references, overloads, namespaces, functions that may throw.
#include "../check.h"
#include <stdexcept>
enum { N = 40 };

namespace first {
static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i;
}
}

namespace second {
static void step(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
}

static void step(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i;
}

static void step(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] -= 1;
}

static void exchange(double *&a, double *&b) {
  double *c = a;
  a = b;
  b = c;
}

static void kept(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++)
    first::step(a, n);
}

static void touched(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    first::step(a, n);
    second::step(a, n);
    step(a, n);
  }
}

static void of_floats(float *a, int n, int steps) {
  for (int k = 0; k < steps; k++)
    step(a, n);
}

static double exchanged(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++) {
    first::step(a, n);
    exchange(a, b);
  }
  double sum = a[3] + 2 * b[4];
  free(a), free(b);
  return sum;
}

static void check(int k) {
  if (k == 3)
    throw std::runtime_error("three");
}

static void thrown(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    first::step(a, n);
    check(k);
  }
}

int main() {
  static double a[N];
  static float f[N];
  FILL(a, N);
  FILL(f, N);
  kept(a, N, 4); SHOW(a, N);
  touched(a, N, 4); SHOW(a, N);
  of_floats(f, N, 4); SHOW(f, N);
  printf("%g\n", exchanged(N, 5));
  try {
    thrown(a, N, 6);
  } catch (const std::runtime_error &) {
    printf("caught\n");
  }
  SHOW(a, N);
  first::step(a, N); SHOW(a, N);
  return 0;
}
