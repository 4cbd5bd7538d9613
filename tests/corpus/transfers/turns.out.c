/* warpcc-transfers: on
   Loops of which each iteration copies an array in one direction or the other: some iterations pay for both ends. */
#include "../check.h"
enum { N = 60 };

static void step(double *next, const double *now, int n) {
  #pragma omp target teams distribute parallel for map(to: now[0:n]) map(tofrom: next[0:n]) //~ plan=none
  for (int i = 1; i < n - 1; i++)
    next[i] += (now[i - 1] + now[i + 1]) / 4;
}

/* The host reads one of them, which comes back in each second iteration. */
static double by_turns(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
#line 17
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) if(1 < steps)
#line 17
  for (int k = 0; k < steps; k++)
    if (k % 2 == 0)
      step(b, a, n);
    else
      step(a, b, n);
  for (int i = 0; i < n; i++)
    sum += a[i] * i;
  free(a), free(b);
  return sum;
}

/* There are enough of them. */
static void some(double *a, double *b) {
#line 30
  #pragma omp target data map(tofrom: a[0:60], b[0:60])
#line 30
  for (int k = 0; k < 6; k++)
    if (k % 2)
      step(b, a, N);
    else
      step(a, b, N);
}

/* There is one. */
static void one(double *a, double *b, int kind) {
  for (int k = 0; k < 1; k++)
    if (kind % 2)
      step(b, a, N);
    else
      step(a, b, N);
}

/* The loop may end behind the first. */
static double until(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
#line 51
  #pragma omp target data map(to: b[0:n]) if(0 < steps)
#line 51
  for (int k = 0; k < steps; k++) {
    if (k % 2 == 0)
      step(b, a, n);
    else
      step(a, b, n);
    if (k * k > steps)
      break;
  }
  for (int i = 0; i < n; i++)
    sum += a[i] * i;
  free(a), free(b);
  return sum;
}

/* An iteration may copy nothing. */
static double sometimes(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++)
    if (k % 3 == 0)
      step(b, a, n);
    else if (k % 3 == 1)
      step(a, b, n);
  for (int i = 0; i < n; i++)
    sum += a[i] * i + b[i];
  free(a), free(b);
  return sum;
}

int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  FILL(a, N);
  FILL(b, N);
  for (int steps = 0; steps < 5; steps++)
    printf("%.10g %.10g %.10g\n", by_turns(N, steps), until(N, steps), sometimes(N, steps));
  some(a, b);
  one(a, b, 1);
  one(a, b, 2);
  SHOW(a, N);
  SHOW(b, N);
  free(a), free(b);
  return 0;
}
