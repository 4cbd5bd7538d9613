/* warpcc-transfers: on
   Numbers that a region maps and never writes come by value. */
#include "../check.h"
enum { N = 64 };
static int shared = 3;

/* Alone in a clause and beside arrays; both ways, and to the device alone. */
static double fires(double *a, int n, float scale) {
  double total = 0, shift = 2;
  #pragma omp target teams distribute parallel for map(to: n, shift) map(tofrom: a[0:n], scale) map(tofrom: total) reduction(+: total) //~ plan=none
  for (int i = 0; i < n; i++) {
    a[i] += scale * shift;
    total += a[i];
  }
  return total;
}

static void each_step(double *a, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    double by = t * 0.5;
    #pragma omp target teams distribute parallel for map(to: by) map(a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
}

/* The device has it: by an enclosing construct, or by one of the program's. */
static void there(double *a, int n) {
  int by = 1;
  #pragma omp target data map(to: by)
  {
    #pragma omp target teams distribute parallel for map(to: by) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  #pragma omp target teams distribute parallel for map(to: shared) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += shared;
}

static void enter(int *by) {
  #pragma omp target enter data map(to: by[0:1])
}

static void let_out(double *a, int n) {
  int by = 4;
  enter(&by);
  #pragma omp target teams distribute parallel for map(to: by) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += by;
  #pragma omp target exit data map(delete: by)
}

/* The device writes it, or takes its address. */
static int written(double *a, int n) {
  int last = 0, seen = 5;
  #pragma omp target map(tofrom: last, a[0:n], seen)
  {
    const int *at = &seen;
    for (int i = 0; i < n; i++)
      a[i] += *at;
    last = 7;
  }
  return last + seen;
}

int main(void) {
  static double a[N];
  FILL(a, N);
  printf("%g\n", fires(a, N, 3)); SHOW(a, N);
  each_step(a, N, 4); SHOW(a, N);
  there(a, N); SHOW(a, N);
  let_out(a, N); SHOW(a, N);
  printf("%d\n", written(a, N)); SHOW(a, N);
  return 0;
}
