/* warpcc-transfers: on
   Constructs that name the device they are for. */
#include "../check.h"
#define DEVICE 0
enum { N = 48, FIRST = 0 };

static void add(double *a, const double *b, int n, int device) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n]) device(device) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

/* A macro, a constant and a number are one device. */
static void constant(double *a, double *b, int n, int steps) {
#line 15
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) device(0) if(0 < steps)
#line 15
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(DEVICE)
    for (int i = 0; i < n; i++)
      a[i] += i;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(device_num: FIRST)
    for (int i = 0; i < n; i++)
      a[i] -= 1;
    add(a, b, n, 0);
  }
}

/* A variable that keeps its value. */
static void unchanged(double *a, double *b, int n, int steps) {
  int device = n > 4 ? 0 : 1;
#line 29
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) device(device) if(0 < steps)
#line 29
  for (int k = 0; k < steps; k++)
    add(a, b, n, device);
}

/* The device is another one in each step. */
static void changing(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++)
    add(a, b, n, k % 2);
}

static void moved(double *a, double *b, int n, int steps) {
  int device = 0;
  for (int k = 0; k < steps; k++) {
    add(a, b, n, device);
    device = 1 - device;
  }
}

/* Two devices have the same array in turns. */
static void both(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    add(a, b, n, 0);
    add(a, b, n, 1);
  }
}

/* The default device need not be device 0. */
static void unnamed(double *a, double *b, int n, int steps) {
#line 57
  #pragma omp target data map(to: b[0:n]) device(0) if(0 < steps)
#line 57
  for (int k = 0; k < steps; k++) {
    add(a, b, n, 0);
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

/* One array on each of two devices. */
static void each(double *a, double *b, int n, int steps) {
#line 67
  #pragma omp target data map(tofrom: a[0:n]) device(0) if(0 < steps)
#line 67
  #pragma omp target data map(tofrom: b[0:n]) device(1) if(0 < steps)
#line 67
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(0)
    for (int i = 0; i < n; i++)
      a[i] += i;
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n]) device(1)
    for (int i = 0; i < n; i++)
      b[i] -= i;
  }
}

/* What the host reads is brought from the device that has it. */
static double shown(int n, int steps) {
  double *a = malloc(n * sizeof *a), sum = 0;
  FILL(a, n);
#line 81
  #pragma omp target data map(tofrom: a[0:n]) device(1) if(0 < steps)
#line 81
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(DEVICE + 1)
    for (int i = 0; i < n; i++)
      a[i] += i;
    if (k % 3 == 0)
      { _Pragma("omp target update from(a[2:1]) device(1)") sum += a[2]; }
  }
  sum += a[5];
  free(a);
  return sum;
}

/* Several statements. */
static void twice(double *a, int n) {
#line 95
  #pragma omp target enter data map(to: a[0:n]) device(0)
#line 95
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(0)
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(0)
  for (int i = 0; i < n; i++)
    a[i] += 3;
#line 100
  #pragma omp target exit data map(from: a[0:n]) device(0)
#line 101
}

int main(void) {
  static double a[N], b[N];
  FILL(a, N);
  FILL(b, N);
  for (int steps = 0; steps < 4; steps++) {
    constant(a, b, N, steps); SHOW(a, N);
    unchanged(a, b, N, steps); SHOW(a, N);
    changing(a, b, N, steps); SHOW(a, N);
    moved(a, b, N, steps); SHOW(a, N);
    both(a, b, N, steps); SHOW(a, N);
    unnamed(a, b, N, steps); SHOW(a, N);
    each(a, b, N, steps); SHOW(a, N); SHOW(b, N);
    printf("%g\n", shown(N, steps));
    twice(a, N); SHOW(a, N);
  }
  return 0;
}
