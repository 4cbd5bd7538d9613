/* warpcc-transfers: on
   Ways out of a range, and ranges that need not run. */
#include "../check.h"
enum { N = 48 };

static void grow(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i;
}

static int by_return(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    if (k == 3)
      return k;
  }
  return -1;
}

/* A break leaves the loop, and not what is around it. */
static void by_break(double *a, int n, int steps) {
#line 23
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 23
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    if (k == 3)
      break;
  }
}

static void by_goto(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    if (k == 2)
      goto out;
  }
out:
  a[0] = 1;
}

static void by_the_loop_around(double *a, int n, int steps) {
  for (int round = 0; round < 3; round++) {
#line 42
    #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 42
    for (int k = 0; k < steps; k++)
      grow(a, n);
    if (a[1] > 20)
      break;
    a[2] = round;
  }
}

/* The region need not run in any step: copies may become more. */
static void seldom(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++)
    if (k % 4 == 3)
      grow(a, n);
}

/* The length is another one in each step. */
static void longer(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    int length = n - k;
    grow(a, length);
  }
}

static void changed(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    n--;
  }
}

/* The number of steps changes in the loop. */
static void fewer(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    if (k == 1)
      steps = 3;
  }
}

static void unbraced(double *a, int n, int steps) {
  if (steps > 2)
    for (int k = 0; k < steps; k++)
      grow(a, n);
  else
    while (steps-- > 0)
      grow(a, n);
}

int main(void) {
  static double a[N];
  FILL(a, N);
  for (int steps = 0; steps < 6; steps++) {
    printf("%d\n", by_return(a, N, steps)); SHOW(a, N);
    by_break(a, N, steps); SHOW(a, N);
    by_goto(a, N, steps); SHOW(a, N);
    by_the_loop_around(a, N, steps); SHOW(a, N);
    seldom(a, N, steps); SHOW(a, N);
    longer(a, N, steps); SHOW(a, N);
    changed(a, N, steps); SHOW(a, N);
    fewer(a, N, steps); SHOW(a, N);
    unbraced(a, N, steps); SHOW(a, N);
  }
  return 0;
}
