/* warpcc-host-loops: on */
/* Where no device runs a region, the host runs the loops as written. */
#include "../check.h"

enum { N = 40 };

static void relax(int n, double *restrict to, const double *restrict from) {
#pragma omp target teams distribute parallel for /* one pragma */ //~ plan=collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] + from[i * n + j + 1]);
}

/* A test on the arrays stands inside of the test for a device. */
static void scale(int n, int ld, float *to, const float *from) {
  for (int step = 0; step < 2; step++)
#pragma omp target teams distribute parallel for \
    map(tofrom : to[0 : n * ld]) map(to : from[0 : n * n]) //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * ld + j] += 2 * from[j * n + i];
}

/* Several regions in the place of one. */
static void both(int n, double *restrict a, double *restrict b) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * n], b[0 : n * n]) //~ plan=distribute(28:collapse(2)|30:collapse(2))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
    for (int j = 0; j < n; j++)
      b[i * n + j] *= 2;
  }
}

int main(void) {
  double *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  float *c = malloc(2 * N * N * sizeof *c), *d = c + N * N;
  FILL(a, 2 * N * N);
  FILL(c, 2 * N * N);
  relax(N, a, b);
  scale(N, N, c, d);
  both(N, a, b);
  SHOW(a, 2 * N * N);
  SHOW(c, 2 * N * N);
  return 0;
}
