/* warpcc-flags: -std=c11 */
/* A length is positive where the variables that it was computed from bound the loops, and have the values of then; else the host asks. */
#include "../check.h"

enum { N = 24, PITCH = 24 };
static double a[N * PITCH], b[N * PITCH];

/* The number of rows becomes another one behind the length's definition. */
static void changed(int n, double *p, double *q) {
  int len = n;
  n = N;
  #pragma omp target teams distribute parallel for map(tofrom: p[0:len*PITCH], q[0:len*PITCH]) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * PITCH + j] = q[i * PITCH + j] + 1;
}

static void kept(int n, double *p, double *q) {
  int len = n;
  #pragma omp target teams distribute parallel for map(tofrom: p[0:len*PITCH], q[0:len*PITCH]) //~ plan=collapse(2) !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * PITCH + j] += q[i * PITCH + j] + 2;
}

/* Where the loop begins says nothing of a length. */
static void begins(int first, int n, double *p, double *q) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*PITCH], q[0:(first+n)*PITCH]) //~ plan=collapse(2) WC109
  for (int i = first; i < n; i++)
    for (int j = 0; j < N; j++)
      p[i * PITCH + j] += 3 * q[i * PITCH + j];
}

static void downward(int n, double *p, double *q) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*PITCH], q[0:n*PITCH]) //~ plan=collapse(2) !WC109
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < N; j++)
      p[i * PITCH + j] += 5 * q[i * PITCH + j];
}

int main(void) {
  FILL(a, N * PITCH);
  FILL(b, N * PITCH);
  changed(N, a, b);
  kept(N, b, a);
  begins(2, N - 2, a, b);
  downward(N, b, a);
  SHOW(a, N * PITCH);
  SHOW(b, N * PITCH);
  return 0;
}
