/* warpcc-flags: -std=c11 */
/* Teams loops with calls that stay as they are: one lane of each team works, or clang sees no call that counts. */
#include <math.h>
#include <omp.h>

#include "../check.h"

enum { N = 640 };
static double a[N], b[N];

/* The text of the function is known, and has a construct of its own. */
static void fill(double *x) {
  #pragma omp parallel for
  for (int k = 0; k < 4; k++)
    x[k] += 1;
}

static void parallel_inside(int n, double *restrict x) {
  #pragma omp target teams loop map(tofrom: x[0:4*n]) //~ plan=none WC113 WC209
  for (int i = 0; i < n; i++)
    fill(&x[4 * i]);
}

/* It may have a construct, whatever it computes from. */
__attribute__((const, noinline)) static double unseen(double x) {
  double sum = 0;
  while (x > 1)
    sum += x /= 2;
  return sum;
}

static void declared(int n, double *restrict x) {
  #pragma omp target teams loop map(tofrom: x[0:n]) //~ plan=none WC113 WC209
  for (int i = 0; i < n; i++)
    x[i] += unseen(x[i]);
}

/* A value that comes from the last iteration has one place. */
static int last(int n, double *restrict x) {
  int i;
  #pragma omp target teams loop lastprivate(i) map(tofrom: x[0:n]) map(from: i) //~ plan=none WC113 WC211
  for (i = 0; i < n; i++)
    x[i] = fabs(x[i]);
  return i;
}

/* Each team has one of it, and its threads would share it. */
static void shared_scalar(int n, double *restrict x, const double *restrict y) {
  double t = 0;
  #pragma omp target teams loop shared(t) map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none WC113
  for (int i = 0; i < n; i++) {
    t = fabs(y[i]);
    x[i] = t + 1;
  }
}

/* The last call is one of OpenMP's library. */
static void forgotten(int n, double *restrict x) {
  #pragma omp target teams loop map(tofrom: x[0:n]) //~ plan=none !WC113
  for (int i = 0; i < n; i++) {
    x[i] = sqrt(x[i] * x[i]);
    if (omp_get_num_devices() < 0)
      x[i] = 0;
  }
}

int main(void) {
  FILL(a, N);
  FILL(b, N);
  parallel_inside(N / 4, a);
  declared(N, a);
  int found = last(N, a);
  double t[N];
  FILL(t, N);
  shared_scalar(1, t, b);
  forgotten(N, a);
  SHOW(&found, 1);
  SHOW(t, N);
  SHOW(a, N);
  return 0;
}
