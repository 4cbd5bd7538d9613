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

/* It may run later, and has the sizes then that it had when it was met. */
static void later(double *c, int nb, int m, int n, int ldc) {
#line 29
  {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 29
    int warpcc_holds = (__int128)n >= 32;
#line 29
    #pragma clang diagnostic pop
#line 29
    if (warpcc_holds) {
#line 29
  #pragma omp target teams distribute nowait map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=teams(j) WC109
#line 31
    #pragma omp parallel firstprivate(b)
#line 31
    for (int i = 0; i < m; i++)
#line 32
      #pragma omp for
#line 32
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] += j;
#line 33
    } else {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 29
  #pragma omp target teams distribute parallel for nowait map(tofrom: c[0:N])
#line 30
  for (int b = 0; b < nb; b++)        //~ plan=teams(j) WC109
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] += j;
#line 33
    #pragma clang diagnostic pop
#line 33
    }
#line 33
  }
#line 34
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

/* 128 bits do not hold the product of seven longs that are worth a test. */
static void wide(double *c, int nb, int m, int n, long lp, long lq, long lr, long ls) {
  #pragma omp target teams distribute parallel for if(1) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=none !WC109
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lp * lq * lq * lr * lr * ls) + j] += j;
}

/* Where the stride is 1 the change would lose more than it gains elsewhere. */
static void stride(int n, int inc, const double *restrict x, const float *restrict v, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:N], v[0:N]) map(tofrom: y[0:N])
  for (int i = 0; i < n; i++)         //~ plan=none WC210
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < 8; k++)
        s += x[j * inc] * v[i * 4 + k];
      y[i * n + j] = s;
    }
}

int main(void) {
  double x[N];
  FILL(x, N);
  chained(x, 4, 9, 20, 20);
  global(x, 4, 9, 20);
  later(x, 4, 9, 20, 20);
  growing(x, 1, 9, 20, 20);
  wide(x, 4, 9, 20, 2, 1, 1, 5);
  SHOW(x, N);
  static float v[N];
  static double y[N];
  FILL(v, N);
  stride(40, 1, x, v, y);
  stride(20, 3, x, v, y);
  SHOW(y, N);
  return 0;
}
