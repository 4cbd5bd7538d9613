/* warpcc-transfers: on, warpcc-report: whole
   What maps say: changes that a region does not bring back, parts, other data constructs, other devices, the host. */
#include "../check.h"
enum { N = 48 };
static double table[N], other[N];

/* The device's change is lost in each step; a host that ran the region itself would keep it: it is not called. */
double lost(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
#line 12
  #pragma omp target data map(from: b[0:n]) if(0 < steps)
#line 12
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      a[i] += 1;
      b[i] = a[i];
    }
  }
  double sum = a[3] + b[3];
  free(a), free(b);
  return sum;
}

/* The first half in one region, all in the other. */
static double parts(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n/2])
    for (int i = 0; i < n / 2; i++)
      a[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
  double sum = a[3] + a[n - 1];
  free(a);
  return sum;
}

/* An array of the program, as a whole and by no clause. */
static void whole(int steps) {
#line 43
  #pragma omp target data map(tofrom: table) if(0 < steps)
#line 43
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: table)
    for (int i = 0; i < N; i++)
      table[i] += i;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      table[i] *= 2;
  }
}

static void step(void) {
#line 54
  #pragma omp target enter data map(to: table) map(alloc: other)
#line 54
  #pragma omp target teams distribute parallel for map(to: table) map(from: other)
  for (int i = 0; i < N; i++)
    other[i] = table[i] + 1;
  #pragma omp target teams distribute parallel for map(from: table) map(to: other)
  for (int i = 0; i < N; i++)
    table[i] = other[i] - 2;
#line 59
  #pragma omp target exit data map(from: table, other)
#line 60
}

static void of_the_program(int steps) {
#line 63
  #pragma omp target data map(tofrom: table) map(from: other) if(0 < steps)
#line 63
  for (int k = 0; k < steps; k++)
    step();
}

static double updated(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i;
    #pragma omp target update from(a[0:n])
  }
  double sum = a[3];
  free(a);
  return sum;
}

/* It is there already: nothing is copied, before and after. */
static double around(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  #pragma omp target data map(tofrom: a[0:n])
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
  double sum = a[3];
  free(a);
  return sum;
}

static double on_the_host(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(target: k % 2)
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
  double sum = a[3];
  free(a);
  return sum;
}

static double later(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
#line 112
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 112
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) nowait
    for (int i = 0; i < n; i++)
      a[i] += i;
    #pragma omp taskwait
  }
  double sum = a[3];
  free(a);
  return sum;
}

static double always(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(always, tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
  double sum = a[3];
  free(a);
  return sum;
}

int main(void) {
  FILL(table, N);
  printf("%g\n", parts(N, 4));
  whole(3); SHOW(table, N);
  of_the_program(4); SHOW(table, N); SHOW(other, N);
  of_the_program(0); SHOW(table, N); SHOW(other, N);
  printf("%g %g %g\n", updated(N, 4), around(N, 4), on_the_host(N, 4));
  printf("%g %g\n", later(N, 4), always(N, 4));
  return 0;
}
