/* warpcc-transfers: on
   Regions that are not waited for, and those that wait for others. */
#include "../check.h"
enum { N = 60 };

static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i % 5 + 1;
}

static void later(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) nowait
    for (int i = 0; i < n; i++)
      a[i] += i % 3;
    step(b, n);
    #pragma omp taskwait
    b[k] += a[k];
  }
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

static void ordered(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) depend(inout: a[0]) nowait
    for (int i = 0; i < n; i++)
      a[i] += i % 3;
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n]) depend(in: a[0]) nowait
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
  #pragma omp taskwait
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

int main(void) {
  for (int steps = 0; steps < 5; steps++) {
    later(N, steps);
    ordered(N, steps);
  }
  return 0;
}
