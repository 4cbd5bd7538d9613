/* Unsigned sizes. Within a row no two columns are equal, whatever wraps around: only bounds that are products need a test. */
#include "../check.h"

enum { N = 37, M = 45 };

static void copy(unsigned n, unsigned m, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(tofrom: out[0:n*m]) //~ plan=collapse(2) !WC109
  for (unsigned y = 0; y < n; y++)
    for (unsigned x = 0; x < m; x++) //~ x=proved
      out[y * m + x] = 2 * in[y * m + x];
}

/* What is added is data, and the same for the whole row. */
static void moved(unsigned n, unsigned m, const unsigned *by, float *out) {
#pragma omp target teams distribute parallel for map(to: by[0:n]) map(tofrom: out[0:n*m]) //~ plan=collapse(2)
  for (unsigned y = 0; y < n; y++)
    for (unsigned x = 0; x < m; x++)
      out[y * m + x + by[y]] += 1;
}

/* Where the pitch is 2^31, `2 * y * pitch` is 0 in every row, which is only read. */
static void pitched(unsigned n, unsigned m, unsigned pitch, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(tofrom: out[0:n*m]) //~ plan=collapse(2) !WC109
  for (unsigned y = 0; y < n; y++)
    for (unsigned x = 0; x < m; x++)
      out[y * m + x] += in[2 * y * pitch + x];
}

/* Bounds that are products wrap around, too: 65536 * 65536 is 0. */
static void flat(unsigned n, unsigned m, unsigned k, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:512]) map(tofrom: out[0:512]) //~ plan=collapse(2) !WC109
  for (unsigned y = 0; y < n * m; y++)
    for (unsigned x = 0; x < k; x++)
      out[y * k + x] += in[y * k + x];
}

/* 64 bits of the product of 32-bit numbers: nothing to test. */
static void wide(unsigned n, unsigned m, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(tofrom: out[0:n*m]) //~ plan=collapse(2) !WC109
  for (unsigned y = 0; y < n; y++)
    for (unsigned x = 0; x < m; x++)
      out[(unsigned long)y * m + x] += in[(unsigned long)y * m + x];
}

int main(void) {
  static float a[N * M], b[N * M + 8];
  static unsigned by[N];
  FILL(a, N * M);
  copy(N, M, a, b);
  copy(0, 4294967295u, a, b);
  copy(1000, 0, a, b);
  moved(N, M, by, b);
  pitched(N, M / 2, 2, a, b);
  pitched(N, M, 2147483648u, a, b);
  flat(4, 8, 16, a, b);
  flat(65536, 65536, 16, a, b);
  wide(N, M, a, b);
  SHOW(b, N * M);
  return 0;
}
