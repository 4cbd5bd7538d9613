/* warpcc-flags: -std=c11 */
/* No test of sizes helps, or the host cannot make it. */
#include "../check.h"

enum { N = 40 * 40 };

static int pitch = 20;

/* A chain, whatever the pitch is. */
static void chained(double *c, int nb, int m, int n, int ldc) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=none !WC109
    for (int i = 1; i < m; i++)
      for (int j = 1; j < n; j++)
        c[b * 400 + i * ldc + j] += c[b * 400 + (i - 1) * ldc + j] + c[b * 400 + i * ldc + j - 1];
}

/* A global variable may have another value on the device. */
static void global(double *c, int nb, int m, int n) {
  #pragma omp target teams distribute parallel for if(1) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=none !WC109
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * pitch + j] += j;
}

/* When the region runs, the variable may have changed. */
static void later(double *c, int nb, int m, int n, int ldc) {
  #pragma omp target teams distribute parallel for nowait map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=none !WC109
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] += j;
  #pragma omp taskwait
}

/* The pitch changes in the region. */
static void growing(double *c, int nb, int m, int n, int ldc) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N]) firstprivate(ldc)
  for (int b = 0; b < nb; b++) {      //~ plan=none !WC109
    ldc = ldc > 1 ? ldc - 1 : ldc;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] += j;
  }
}

/* Beside another number the product of two longs needs more than 128 bits. */
static void wide(double *c, int nb, int m, int n, long lp, long lq) {
  #pragma omp target teams distribute parallel for if(1) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=none !WC109
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] += j;
}

int main(void) {
  double x[N];
  FILL(x, N);
  chained(x, 4, 9, 20, 20);
  global(x, 4, 9, 20);
  later(x, 4, 9, 20, 20);
  growing(x, 1, 9, 20, 20);
  wide(x, 4, 9, 20, 4, 5);
  SHOW(x, N);
  return 0;
}
