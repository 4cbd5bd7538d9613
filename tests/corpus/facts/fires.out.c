/* warpcc-flags: -std=c11 */
/* Two versions under a test of sizes: pitches, strides and lengths. Every kernel is called with values
   for which the test holds and with values for which it fails. */
#include "../check.h"

enum { N = 40 * 40 };

static void batch(double *c, int nb, int m, int n, int ldc) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)ldc >= (__int128)n;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] = c[b * 400 + i * ldc + j] * 2 + j;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 10
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * ldc + j] = c[b * 400 + i * ldc + j] * 2 + j;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

static void rest(float *a, int n, int k, int lda) {
#line 17
  {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 17
    int warpcc_holds = (__int128)k + (__int128)lda >= (__int128)n - 1;
#line 17
    #pragma clang diagnostic pop
#line 17
    if (warpcc_holds) {
#line 17
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:N])
  for (int i = k + 1; i < n; i++)     //~ plan=collapse(2) WC109
    for (int j = k + 1; j < n; j++)   //~ j=carried
      a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 17
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N])
#line 18
  for (int i = k + 1; i < n; i++)     //~ plan=collapse(2) WC109
    for (int j = k + 1; j < n; j++)   //~ j=carried
      a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

static void strided(double *y, int n, int m, int ldy, int inc) {
#line 24
  {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 24
    int warpcc_holds = inc == 1;
#line 24
    #pragma clang diagnostic pop
#line 24
    if (warpcc_holds) {
#line 24
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: y[0:N])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=carried
      y[i * ldy + j * inc] += 3;
#line 27
    } else {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for map(tofrom: y[0:N])
#line 25
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=carried
      y[i * ldy + j * inc] += 3;
#line 27
    #pragma clang diagnostic pop
#line 27
    }
#line 27
  }
#line 28
}

static void headed(double *b, double *a, int n, int m) {
#line 31
  {
#line 31
  #pragma omp target data map(tofrom: a[0:N], b[0:N])
#line 31
  {
#line 31
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N], b[0:N])
  for (int i = 0; i < n; i++) {       //~ plan=distribute(33:none|34:collapse(2))
    b[i] = i;
#line 34
  }
#line 34
  #pragma clang diagnostic push
#line 34
  #pragma clang diagnostic ignored "-Weverything"
#line 31
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:N], b[0:N])
#line 32
  for (int i = 0; i < n; i++) {       //~ plan=distribute(33:none|34:collapse(2))
#line 34
  #pragma clang diagnostic pop
#line 34
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
  }
#line 36
  }
#line 36
  }
#line 37
}

static void planes(double *c, int nb, int p, int m, int n, int ld) {
#line 40
  {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 40
    int warpcc_holds = (__int128)ld >= (__int128)m * n;
#line 40
    #pragma clang diagnostic pop
#line 40
    if (warpcc_holds) {
#line 40
  #pragma omp target teams distribute parallel for collapse(4) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(4) WC109
    for (int i = 0; i < p; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        for (int k = 0; k < n; k++)
          c[b * 400 + i * ld + j * n + k] = c[b * 400 + i * ld + j * n + k] * 2 + k;
#line 45
    } else {
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 40
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 41
  for (int b = 0; b < nb; b++)        //~ plan=collapse(4) WC109
    for (int i = 0; i < p; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        for (int k = 0; k < n; k++)
          c[b * 400 + i * ld + j * n + k] = c[b * 400 + i * ld + j * n + k] * 2 + k;
#line 45
    #pragma clang diagnostic pop
#line 45
    }
#line 45
  }
#line 46
}

static void product(double *c, int nb, int m, int n, long lp, short lq) {
#line 49
  {
#line 49
    #pragma clang diagnostic push
#line 49
    #pragma clang diagnostic ignored "-Weverything"
#line 49
    int warpcc_holds = (__int128)lp * lq >= (__int128)n;
#line 49
    #pragma clang diagnostic pop
#line 49
    if (warpcc_holds) {
#line 49
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
#line 53
    } else {
#line 53
    #pragma clang diagnostic push
#line 53
    #pragma clang diagnostic ignored "-Weverything"
#line 49
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 50
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
#line 53
    #pragma clang diagnostic pop
#line 53
    }
#line 53
  }
#line 54
}

/* Both are longs: what they are at most is tested as well. */
static void longs(double *c, int nb, int m, int n, long lp, long lq) {
#line 58
  {
#line 58
    #pragma clang diagnostic push
#line 58
    #pragma clang diagnostic ignored "-Weverything"
#line 58
    int warpcc_holds = lp >= -4611686018427387904 && lp <= 4611686018427387904 && lq >= -4611686018427387904 && lq <= 4611686018427387904 && (__int128)lp * lq >= (__int128)n;
#line 58
    #pragma clang diagnostic pop
#line 58
    if (warpcc_holds) {
#line 58
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
#line 62
    } else {
#line 62
    #pragma clang diagnostic push
#line 62
    #pragma clang diagnostic ignored "-Weverything"
#line 58
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 59
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < m; i++)       //~ i=carried
      for (int j = 0; j < n; j++)
        c[b * 400 + i * (lp * lq) + j] = c[b * 400 + i * (lp * lq) + j] * 2 + j;
#line 62
    #pragma clang diagnostic pop
#line 62
    }
#line 62
  }
#line 63
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
