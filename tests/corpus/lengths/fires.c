/* warpcc-flags: -std=c11 */
/* Sections whose length no bound of a loop makes positive: a test of the length tells the list items apart. Every kernel is called
   with such sections, and with an empty one of storage that is on the device already and that both names denote. */
#include "../check.h"

enum { N = 40 * 40 };

static void rows(const double *a, int lda, double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*lda]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)       //~ j=unknown
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

/* Two names of one length. */
static void sums(const float *u, const float *v, float *w, long pitch, long n, long m) {
  #pragma omp target teams distribute parallel for map(to: u[:(n - 1) * pitch + m], v[:(n - 1) * pitch + m]) map(from: w[:n * m])
  for (long i = 0; i < n; i++)        //~ plan=collapse(2) WC109
    for (long j = 0; j < m; j++)
      w[i * m + j] = u[i * pitch + j] + v[i * pitch + j];
}

/* The extents of what is read are more than those of the loops. */
static void window(const double *in, double *out, int height, int width, int side) {
  int rows = height - side + 1, cols = width - side + 1;
  #pragma omp target teams distribute parallel for map(to: in[0 : height * width]) map(from: out[0 : rows * cols])
  for (int y = 0; y < rows; y++)      //~ plan=collapse(2) WC109
    for (int x = 0; x < cols; x++) {
      double sum = 0;
      for (int r = 0; r < side; r++)
        for (int s = 0; s < side; s++)
          sum += in[(y + r) * width + x + s];
      out[y * cols + x] = sum;
    }
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
