/* warpcc-transfers: on  warpcc-flags: -DLENGTH=48
   Parameters that anybody may call: list items of one construct share no storage. */
#include "../check.h"
enum { N = LENGTH };

/* One construct names both. */
void both(double *a, double *b, int steps) {
#line 8
  #pragma omp target data map(tofrom: a[0:48]) map(to: b[0:48]) if(0 < steps)
#line 8
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:LENGTH]) map(to: b[0:LENGTH]) //~ plan=none
    for (int i = 0; i < LENGTH; i++)
      a[i] += b[i];
  }
}

void in_turns(double *a, double *b, int n, int steps) {
#line 16
  #pragma omp target data map(tofrom: a[0:n], b[0:n]) if(1 < steps)
#line 16
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
    double *other = a;
    a = b;
    b = other;
  }
}

void sequence(double *a, double *b, int n) {
#line 27
  #pragma omp target enter data map(to: a[0:n], b[0:n])
#line 27
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++)
    a[i] -= 2 * b[i];
#line 32
  #pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
#line 33
}

static void once(double *a, double *b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

void by_call(double *a, double *b, int n, int steps) {
#line 42
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) if(0 < steps)
#line 42
  for (int k = 0; k < steps; k++)
    once(a, b, n);
}

/* The construct that names both need not run. */
void perhaps(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    if (n < 0) {
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
      for (int i = 0; i < n; i++)
        a[i] += b[i];
    } else {
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
      for (int i = 0; i < n; i++)
        a[i] += 1;
      #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
      for (int i = 0; i < n; i++)
        b[i] *= 2;
    }
  }
}

/* Another construct maps more of one of them. */
void more(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] += b[i];
    #pragma omp target teams distribute parallel for map(tofrom: b[0:2 * n])
    for (int i = 0; i < 2 * n; i++)
      b[i] += 1;
  }
}

/* The host may reach one of them by the other. */
void reached(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] += b[i];
    b[n] += 1;
  }
}

int main(void) {
  static double a[N], b[2 * N];
  FILL(a, N);
  FILL(b, 2 * N);
  for (int steps = 0; steps < 4; steps++) {
    both(a, b, steps); SHOW(a, N);
    in_turns(a, b, N, steps); SHOW(a, N); SHOW(b, N);
    sequence(a, b, N); SHOW(a, N);
    by_call(a, b, N, steps); SHOW(a, N);
    perhaps(b, b, N, steps); SHOW(b, N);
    more(b + N, b, N, steps); SHOW(b, 2 * N);
    reached(b + 8, b, 8, steps); SHOW(b, 2 * N);
  }
  return 0;
}
