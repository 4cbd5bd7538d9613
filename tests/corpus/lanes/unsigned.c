/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 128, M = 64 };

/* No proof that i + n*j does not wrap around, and no reason to count as if it did. */
static void copied(unsigned n, unsigned m, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(from: out[0:n*m])
  for (unsigned i = 0; i < n; i++) //~ plan=none WC103
    for (unsigned j = 0; j < m; j++)
      out[i + n * j] = in[i + n * j]; //~ sectors=4..5
}

static void strided(unsigned n, unsigned m, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(from: out[0:n*m])
  for (unsigned i = 0; i < n; i++) //~ WC101
    for (unsigned j = 0; j < m; j++)
      out[i * 16 + j % 16] = in[i * 16 + j % 16]; //~ sectors=32
}

/* Narrow types wrap around, and what is meant to is counted so: 32 lanes have 16 elements. */
static void narrow(int n, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:256]) map(from: out[0:n])
  for (int i = 0; i < n; i++) //~ WC101
    out[i] = in[(unsigned char)(i * 16)]; //~ in: sectors=16
}

/* Of hashes nobody expects that they do not wrap. */
static void hashed(unsigned n, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:65536]) map(from: out[0:n])
  for (unsigned i = 0; i < n; i++) //~ WC101
    out[i] = in[i * 2654435769u >> 16]; //~ in: sectors=32
}

int main(void) {
  float *x = malloc(sizeof(float) * 65536), *y = malloc(sizeof(float) * 65536);
  FILL(x, 65536);
  FILL(y, 65536);
  copied(N, M, x, y); SHOW(y, N * M);
  strided(N, M, x, y); SHOW(y, N * M);
  narrow(N, x, y); SHOW(y, N);
  hashed(N, x, y); SHOW(y, N);
  return 0;
}
