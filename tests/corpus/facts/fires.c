/* warpcc-flags: -std=c11 */
/* Two versions under a test of sizes: pitches, strides and lengths. Every kernel is called with values
   for which the test holds and with values for which it fails. */
#include "../check.h"

enum { N = 40 * 40 };

static void batch(double *c, int nb, int m, int n, int ldc) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] = c[b * 400 + i * ldc + j] * 2 + j;
}

static void rest(float *a, int n, int k, int lda) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N])
  for (int i = k + 1; i < n; i++)     //~ plan=collapse(2) WC109
    for (int j = k + 1; j < n; j++)   //~ j=carried
      a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
}

static void strided(double *y, int n, int m, int ldy, int inc) {
  #pragma omp target teams distribute parallel for map(tofrom: y[0:N])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=carried
      y[i * ldy + j * inc] += 3;
}

static void headed(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N], b[0:N])
  for (int i = 0; i < n; i++) {       //~ plan=distribute(33:none|34:collapse(2))
    b[i] = i;
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
  }
}

static void planes(double *c, int nb, int p, int m, int n, int ld) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(4) WC109
    for (int i = 0; i < p; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        for (int k = 0; k < n; k++)
          c[b * 400 + i * ld + j * n + k] = c[b * 400 + i * ld + j * n + k] * 2 + k;
}

static void product(double *c, int nb, int m, int n, long lp, short lq) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
}

/* Both are longs: what they are at most is tested as well. */
static void longs(double *c, int nb, int m, int n, long lp, long lq) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
}

int main(void) {
  double x[N], y[N];
  float z[N];
  FILL(x, N);
  FILL(y, N);
  FILL(z, N);
  batch(x, 4, 9, 20, 20);
  batch(x, 4, 9, 20, 33);
  batch(x, 4, 9, 20, 7);
  batch(x, 3, 9, 20, 0);
  batch(x, 2, 0, 20, 20);
  SHOW(x, N);
  for (int k = 0; k < 8; k++) rest(z, 9, k, 9);
  rest(z, 30, 2, 33);
  rest(z, 0, 0, 0);
  SHOW(z, N);
  strided(y, 30, 20, 40, 1);
  strided(y, 30, 20, 40, 2);
  strided(y, 30, 20, 40, 0);
  strided(y, 20, 20, 1, 40);
  planes(x, 4, 3, 5, 8, 40);
  planes(x, 4, 3, 5, 8, 39);
  planes(x, 4, 3, 5, 8, 0);
  planes(x, 4, 3, 0, 8, 40);
  product(y, 4, 9, 20, 4, 5);
  product(y, 4, 9, 20, -10, -2);
  product(y, 4, 9, 20, 3, 5);
  product(y, 4, 9, 20, 0, 5);
  longs(y, 4, 9, 20, 4, 5);
  longs(y, 4, 9, 20, 3, 5);
  headed(y, x, 30, 20);
  headed(y, x, 30, 0);
  headed(y, x, 0, 5);
  SHOW(x, N);
  SHOW(y, N);
  return 0;
}
