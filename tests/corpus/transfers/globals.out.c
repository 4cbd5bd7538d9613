/* warpcc-transfers: on
   Variables of the program, some of them on the device, too; arrays whose lengths are variables; data constructs around data constructs. */
#include "../check.h"
#include <string.h>
enum { N = 48 };

static double table[N], *current, *spare, weights[N];
double shared[N];
static int count = N;

#pragma omp declare target
double resident[N];
#pragma omp end declare target

static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i % 5 + 1;
}

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n])
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

static void of_the_table(void) {
  #pragma omp target teams distribute parallel for map(tofrom: table) map(to: weights)
  for (int i = 0; i < N; i++)
    table[i] = table[i] / 2 + weights[i];
}

/* All regions name the arrays. */
static void by_name(int steps) {
#line 35
  #pragma omp target data map(tofrom: table) map(to: weights) if(0 < steps)
#line 35
  for (int k = 0; k < steps; k++)
    of_the_table();
  SHOW(table, N);
}

/* The host changes the weights in each step. */
static void with_weights(int steps) {
#line 42
  #pragma omp target data map(tofrom: table) if(0 < steps)
#line 42
  for (int k = 0; k < steps; k++) {
    of_the_table();
    weights[k] = k;
  }
  SHOW(table, N);
}

/* By a name of its own, and by an argument. */
static void by_two_names(int steps) {
#line 51
  #pragma omp target data map(to: weights) if(0 < steps)
#line 51
  for (int k = 0; k < steps; k++) {
    step(table, N);
    of_the_table();
  }
  SHOW(table, N);
}

/* Another unit can read it. */
static void of_all(int steps) {
#line 60
  #pragma omp target data map(tofrom: shared[0:48]) if(0 < steps)
#line 60
  for (int k = 0; k < steps; k++)
    step(shared, N);
  SHOW(shared, N);
}

/* Pointers of the program: any function may change them. */
static void exchange(void) {
  double *old = current;
  current = spare;
  spare = old;
}

static void by_pointers(int steps) {
  for (int k = 0; k < steps; k++) {
    half(spare, current, N);
    exchange();
  }
  SHOW(current, N);
}

/* A pointer of the function leads to what one of the program led to. */
static void by_a_copy(int steps) {
  double *a = current;
  for (int k = 0; k < steps; k++)
    step(a, N);
  for (int k = 0; k < steps; k++) {
    step(a, N);
    current[k] += 1;
  }
  SHOW(a, N);
}

/* How many elements there are is a variable of the program, too. */
static void counted(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  for (int k = 0; k < steps; k++) {
    step(a, count);
    count = k % 2 ? N : N - 2;
  }
  count = N;
  SHOW(a, N);
  free(a);
}

/* What the device has for the whole program needs no copy, and gets none. */
static void of_the_device(int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      resident[i] += i % 3;
    if (k == 1) {
      resident[0] = 5;
      #pragma omp target update to(resident[0:1])
    }
  }
  #pragma omp target update from(resident)
  SHOW(resident, N);
}

static void beside_the_device(int steps) {
  double a[N];
  FILL(a, N);
#line 123
  #pragma omp target data map(tofrom: a) if(0 < steps)
#line 123
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++)
      a[i] += resident[i];
  }
  SHOW(a, N);
}

/* Arrays whose lengths are variables. */
static void of_variable_length(int n, int steps) {
  double a[n], b[n];
  FILL(a, n);
#line 135
  #pragma omp target data map(to: a[0:n]) map(alloc: b[0:n]) if(0 < steps)
#line 135
  for (int k = 0; k < steps; k++)
    half(b, a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    if (steps > 2)
      a[k] = k;
  }
  SHOW(a, n);
}

static void of_variable_rows(int n, int m, int steps) {
  double a[n][m];
  memset(a, 0, sizeof a);
#line 148
  #pragma omp target data map(tofrom: a) if(0 < steps)
#line 148
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i][j] += i - j;
  }
  double *first = a[0];
  for (int k = 0; k < steps; k++) {
    step(first, m);
    a[0][k] += 2;
  }
  SHOW(a[0], n * m);
}

/* A new array in each step. */
static void anew(int n, int steps) {
  double all = 0;
  for (int k = 0; k < steps; k++) {
    double a[n - k];
    FILL(a, n - k);
    for (int j = 0; j < 3; j++)
      step(a, n - k);
    all += a[1] + a[n - k - 1];
  }
  printf("%g\n", all);
}

/* A length that changes behind the array's declaration. */
static void shorter(int n, int steps) {
  double a[n];
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    n--;
  }
  SHOW(a, n);
}

/* Data constructs around the loop, in it, and around some of it. */
static void around(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  #pragma omp target data map(to: a[0:n])
  for (int k = 0; k < steps; k++)
    half(b, a, n);
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

static void within(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
#line 203
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) if(1 < steps && n > 1)
#line 203
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    {
      step(a, n);
      step(a, n);
    }
#line 209
    #pragma omp target update to(b[0:1])
#line 209
    step(b, n);
#line 210
    #pragma omp target update from(a[0:1], b[0:n])
#line 210
    b[0] += a[0];
  }
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

static void twice_around(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
#line 221
  #pragma omp target enter data map(to: b[0:n])
#line 221
  #pragma omp target data map(to: a[0:n])
  {
    #pragma omp target data map(tofrom: b[0:n])
    for (int k = 0; k < steps; k++)
      half(b, a, n);
    for (int k = 0; k < steps; k++)
      step(b, n);
  }
#line 221
  #pragma omp target exit data map(from: b[0:n])
#line 229
  SHOW(b, n);
  free(a), free(b);
}

static void entered(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  #pragma omp target enter data map(to: a[0:n])
  for (int k = 0; k < steps; k++) {
    step(a, n);
    a[k] = 100;
    #pragma omp target update to(a[k:1])
  }
  #pragma omp target exit data map(from: a[0:n])
  for (int k = 0; k < steps; k++)
    step(a, n);
  SHOW(a, n);
  free(a);
}

/* A function that is called with the data on the device, and without. */
static void either(double *a, int n, int steps) {
#line 251
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 251
  for (int k = 0; k < steps; k++)
    step(a, n);
}

static void both_ways(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
#line 258
  #pragma omp target enter data map(to: a[0:n])
#line 258
  #pragma omp target data map(tofrom: a[0:n])
  either(a, n, steps);
  either(a, n, steps);
#line 260
  #pragma omp target exit data map(from: a[0:n])
#line 261
  SHOW(a, n);
  free(a);
}

int main(void) {
  current = malloc(N * sizeof *current);
  spare = malloc(N * sizeof *spare);
  FILL(current, N);
  FILL(spare, N);
  FILL(table, N);
  FILL(weights, N);
  for (int steps = 0; steps < 5; steps++) {
    by_name(steps);
    with_weights(steps);
    by_two_names(steps);
    of_all(steps);
    by_pointers(steps);
    by_a_copy(steps);
    counted(steps);
    of_the_device(steps);
    beside_the_device(steps);
    of_variable_length(N, steps);
    of_variable_rows(7, 9, steps);
    anew(N, steps);
    shorter(N, steps);
    around(N, steps);
    within(N, steps);
    twice_around(N, steps);
    entered(N, steps);
    both_ways(N, steps);
  }
  return 0;
}
