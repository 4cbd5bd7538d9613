/* warpcc-flags: -std=c11 */
/* Bounds in memory: the host reads those of loops that the directive has. */
#include "../check.h"

enum { N = 50, M = 90, LD = 100 };
struct extent {
  int nx, ny;
};
static double a[N * LD], b[N * LD];

/* The copy is nobody else's. */
static void copied(struct extent d, double *x, const double *y) {
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(d) map(tofrom: x[0:N*LD]) map(to: y[0:N*LD]) //~ plan=interchange(i,j)
  for (int j = 0; j < d.ny; j++)
    for (int i = 0; i < d.nx; i++)
      x[i * LD + j] += y[i * LD + j]; //~ sectors=32->8..9
}

static void pointed(const struct extent *restrict d, double *restrict x, const double *restrict y, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*LD]) map(to: y[0:n*LD]) //~ plan=interchange(i,j)
  for (int j = 0; j < d->ny; j++)
    for (int i = 0; i < d->nx; i++)
      x[i * LD + j] -= y[i * LD + j];
}

/* One more loop, of which the host knows the bound. */
static void deeper(const struct extent *restrict d, double *restrict x, const double *restrict y, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*LD]) map(to: y[0:n*LD]) //~ plan=collapse(3)
  for (int j = 0; j < d->ny / 16; j++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 16; k++)
        x[i * LD + j * 16 + k] += 2 * y[i * LD + j * 16 + k];
}

/* The device reads this one. */
static void on_device(const struct extent *restrict d, double *restrict x, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*LD]) map(to: d[0:1]) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < d->ny; j++)
      x[i * LD + j] += 1;
}

/* The elements may lie where the bound does. */
static void reached(int *d, int *x, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d[0:n*LD]) //~ plan=none
  for (int j = 0; j < d[0]; j++)
    for (int i = 0; i < n; i++)
      x[i * LD + j] = 3 * i + 40;
}

int main(void) {
  struct extent d = { N, M };
  int small[5 * LD];
  FILL(a, N * LD);
  FILL(b, N * LD);
  copied(d, a, b);
  pointed(&d, a, b, N);
  deeper(&d, a, b, N);
  on_device(&d, a, N);
  SHOW(a, N * LD);
  FILL(small, 5 * LD);
  small[0] = 40;
  reached(small, small, 5);
  SHOW(small, 5 * LD);
  return 0;
}
