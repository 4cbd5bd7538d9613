/* warpcc-flags: -std=c11 */
/* Sections whose length no bound of a loop makes positive: a test of the length tells the list items apart. Every kernel is called
   with such sections, and with an empty one of storage that is on the device already and that both names denote. */
#include "../check.h"

enum { N = 40 * 40 };

static void rows(const double *a, int lda, double *b, int n, int m) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (n*lda) > 0;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*lda]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=unknown
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(to: a[0:n*lda]) map(tofrom: b[0:n*m])
#line 10
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=unknown
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

/* Two names of one length. */
static void sums(const float *u, const float *v, float *w, long pitch, long n, long m) {
#line 17
  {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 17
    int warpcc_holds = ((n - 1) * pitch + m) > 0;
#line 17
    #pragma clang diagnostic pop
#line 17
    if (warpcc_holds) {
#line 17
  #pragma omp target teams distribute parallel for collapse(2) map(to: u[:(n - 1) * pitch + m], v[:(n - 1) * pitch + m]) map(from: w[:n * m])
  for (long i = 0; i < n; i++)        //~ plan=collapse(2) WC109
    for (long j = 0; j < m; j++)
      w[i * m + j] = u[i * pitch + j] + v[i * pitch + j];
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 17
  #pragma omp target teams distribute parallel for map(to: u[:(n - 1) * pitch + m], v[:(n - 1) * pitch + m]) map(from: w[:n * m])
#line 18
  for (long i = 0; i < n; i++)        //~ plan=collapse(2) WC109
    for (long j = 0; j < m; j++)
      w[i * m + j] = u[i * pitch + j] + v[i * pitch + j];
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

/* The extents of what is read are more than those of the loops. */
static void window(const double *in, double *out, int height, int width, int side) {
  int rows = height - side + 1, cols = width - side + 1;
#line 26
  {
#line 26
    #pragma clang diagnostic push
#line 26
    #pragma clang diagnostic ignored "-Weverything"
#line 26
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)in - (__int128)8 + (__int128)8 * rows * width + (__int128)8 * cols + (__int128)8 * side + (__int128)8 * side * width - (__int128)16 * width <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8 * rows * cols <= (__int128)(__UINTPTR_TYPE__)in);
#line 26
    if (warpcc_holds) {
#line 26
    #pragma omp target data use_device_ptr(in, out)
#line 26
      { warpcc_holds = (!in || !out || (__int128)(__UINTPTR_TYPE__)in - (__int128)8 + (__int128)8 * rows * width + (__int128)8 * cols + (__int128)8 * side + (__int128)8 * side * width - (__int128)16 * width <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8 * rows * cols <= (__int128)(__UINTPTR_TYPE__)in); }
#line 26
    }
#line 26
    #pragma clang diagnostic pop
#line 26
    if (warpcc_holds) {
#line 26
  #pragma omp target teams distribute parallel for collapse(2) map(to: in[0 : height * width]) map(from: out[0 : rows * cols])
  for (int y = 0; y < rows; y++)      //~ plan=collapse(2) WC109
    for (int x = 0; x < cols; x++) {
      double sum = 0;
      for (int r = 0; r < side; r++)
        for (int s = 0; s < side; s++)
          sum += in[(y + r) * width + x + s];
      out[y * cols + x] = sum;
    }
#line 34
    } else {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 26
  #pragma omp target teams distribute parallel for map(to: in[0 : height * width]) map(from: out[0 : rows * cols])
#line 27
  for (int y = 0; y < rows; y++)      //~ plan=collapse(2) WC109
    for (int x = 0; x < cols; x++) {
      double sum = 0;
      for (int r = 0; r < side; r++)
        for (int s = 0; s < side; s++)
          sum += in[(y + r) * width + x + s];
      out[y * cols + x] = sum;
    }
#line 34
    #pragma clang diagnostic pop
#line 34
    }
#line 34
  }
#line 35
}

int main(void) {
  double x[N], y[N];
  float z[N];
  FILL(x, N);
  FILL(y, N);
  FILL(z, N);
  rows(x, 30, y, 20, 30);
  rows(x, 40, y, 30, 25);
  SHOW(y, N);
  sums(z, z + 400, z + 800, 25, 16, 20);
  SHOW(z, N);
  window(x, y, 40, 40, 3);
  window(x, y, 2, 40, 3);
  SHOW(y, N);
  #pragma omp target data map(tofrom: x[0:N])
  rows(x, 0, x + 1, 1, 50);
  SHOW(x, N);
  return 0;
}
