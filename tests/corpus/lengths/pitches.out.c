/* warpcc-flags: -std=c11 */
/* Pitches of 64 bits beside signed counters, and arrays of four dimensions: tests of sizes that are small enough. */
#include <stddef.h>
#include "../check.h"

enum { N = 40 * 40 };

/* Backwards along a row: the index is a number modulo 2^64, of which fewer are apart in a row than there are. */
static void backwards(double *p, int x0, int len, int rows, size_t ps) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:N])
  for (int k = 0; k < rows; k++)      //~ plan=collapse(2) !WC109
    for (int j = 0; j < len; j++)     //~ j=proved
      p[(x0 - j) + k * ps] = p[(x0 - j) + k * ps] * 2 + k;
}

/* From one row to another an address is a number modulo 2^64 as well, so that nothing need be known of the index before the first. */
static void stencil(double *p, int nb, int x0, int len, int rows, size_t ps) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = rows >= 0 && (__int128)rows * ps <= 4503599627370496 && (__int128)ps >= (__int128)len;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: p[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int k = 0; k < rows; k++)
      for (int j = 0; j < len; j++)
        p[(b * 400 + x0 - j) + k * ps] = p[(b * 400 + x0 - j) + k * ps] * 2 + k;
#line 22
    } else {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for map(tofrom: p[0:N])
#line 19
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int k = 0; k < rows; k++)
      for (int j = 0; j < len; j++)
        p[(b * 400 + x0 - j) + k * ps] = p[(b * 400 + x0 - j) + k * ps] * 2 + k;
#line 22
    #pragma clang diagnostic pop
#line 22
    }
#line 22
  }
#line 23
}

/* Where the rows must not meet either. */
static void batch(double *c, int nb, int n, int m, size_t ld) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = n >= 0 && (__int128)n * ld <= 4503599627370496 && (__int128)ld >= (__int128)m;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * ld + j] = c[b * 400 + i * ld + j] * 2 + j;
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 28
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * ld + j] = c[b * 400 + i * ld + j] * 2 + j;
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

/* An index of 32 bits is a number modulo 2^32, which addresses are not: before the first element it is one far behind. */
static void half(double *p, int nb, int x0, int len, int rows, unsigned ps) {
#line 36
  {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 36
    int warpcc_holds = (__int128)len >= 32;
#line 36
    #pragma clang diagnostic pop
#line 36
    if (warpcc_holds) {
#line 36
  #pragma omp target teams distribute map(tofrom: p[0:N])
  for (int b = 0; b < nb; b++)        //~ WC409
#line 38
    #pragma omp parallel firstprivate(b)
#line 38
    for (int k = 0; k < rows; k++)    //~ k=unknown
#line 39
      #pragma omp for
#line 39
      for (int j = 0; j < len; j++)
        p[(b * 400 + x0 - j) + k * ps] = p[(b * 400 + x0 - j) + k * ps] * 2 + k;
#line 40
    } else {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute parallel for map(tofrom: p[0:N])
#line 37
  for (int b = 0; b < nb; b++)        //~ WC409
    for (int k = 0; k < rows; k++)    //~ k=unknown
      for (int j = 0; j < len; j++)
        p[(b * 400 + x0 - j) + k * ps] = p[(b * 400 + x0 - j) + k * ps] * 2 + k;
#line 40
    #pragma clang diagnostic pop
#line 40
    }
#line 40
  }
#line 41
}

/* Two arrays of four dimensions, of which nothing is known but their sizes. */
static void tensors(const float *a, float *b, int n, int c, int h, int w, int pad) {
#line 45
  {
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 45
    int warpcc_holds = n >= -1073741824 && n <= 1073741824 && c >= -1073741824 && c <= 1073741824 && h >= -1073741824 && h <= 1073741824 && w >= -1073741824 && w <= 1073741824 && pad >= -1073741824 && pad <= 1073741824 && c >= 0 && h >= 0 && w >= 0 && pad >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * c * h * pad + (__int128)4 * w - (__int128)4 * pad <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * c * h * w <= (__int128)(__UINTPTR_TYPE__)a);
#line 45
    if (warpcc_holds) {
#line 45
    #pragma omp target data use_device_ptr(a, b)
#line 45
      { warpcc_holds = n >= -1073741824 && n <= 1073741824 && c >= -1073741824 && c <= 1073741824 && h >= -1073741824 && h <= 1073741824 && w >= -1073741824 && w <= 1073741824 && pad >= -1073741824 && pad <= 1073741824 && c >= 0 && h >= 0 && w >= 0 && pad >= 0 && ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * c * h * pad + (__int128)4 * w - (__int128)4 * pad <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * c * h * w <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 45
    }
#line 45
    #pragma clang diagnostic pop
#line 45
    if (warpcc_holds) {
#line 45
  #pragma omp target teams distribute parallel for collapse(4)
  for (int i = 0; i < n; i++)         //~ plan=collapse(4) WC109
    for (int j = 0; j < c; j++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          b[((i * c + j) * h + y) * w + x] = a[((i * c + j) * h + y) * pad + x] + 1;
#line 50
    } else {
#line 50
    #pragma clang diagnostic push
#line 50
    #pragma clang diagnostic ignored "-Weverything"
#line 45
  #pragma omp target teams distribute parallel for
#line 46
  for (int i = 0; i < n; i++)         //~ plan=collapse(4) WC109
    for (int j = 0; j < c; j++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          b[((i * c + j) * h + y) * w + x] = a[((i * c + j) * h + y) * pad + x] + 1;
#line 50
    #pragma clang diagnostic pop
#line 50
    }
#line 50
  }
#line 51
}

int main(void) {
  double x[N];
  float z[2 * N];
  FILL(x, N);
  FILL(z, 2 * N);
  backwards(x, 19, 20, 30, 40);
  backwards(x, 19, 20, 30, 20);
  backwards(x, 39, 0, 30, 40);
  batch(x, 4, 9, 20, 20);
  batch(x, 4, 9, 20, 7);
  stencil(x, 4, 19, 20, 9, 40);
  stencil(x, 4, 19, 20, 9, 7);
  half(x, 4, 19, 20, 9, 40);
  SHOW(x, N);
  #pragma omp target data map(tofrom: z[0:2*N])
  {
    tensors(z, z + N, 3, 4, 5, 10, 20);
    tensors(z, z + 100, 1, 3, 4, 10, 12);
  }
  SHOW(z, 2 * N);
  return 0;
}
