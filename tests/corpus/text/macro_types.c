/* Definitions between the loops whose types are macros. */
#include "../check.h"
enum { N = 48 };
#define REAL float
#define EXACT const REAL
#define TWICE(x) float x = 2 * x##0
#define LATER float z; float
#define STAR float *

static void plain(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ plan=collapse(2)+sink(13)
  for (int i = 0; i < n; i++) {
    REAL s = i / (REAL)(n - 1);
    for (int j = 0; j < n; j++) out[i * n + j] = s * in[i * n + j]; //~ sectors=4..32->4
  }
}

static void qualified(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ plan=collapse(2)+sink(21)
  for (int i = 0; i < n; i++) {
    EXACT s = 2 * i;
    for (int j = 0; j < n; j++) out[i * n + j] = s - in[i * n + j];
  }
}

/* More than a type. */
static void whole(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
  for (int i = 0; i < n; i++) {
    int s0 = i;
    TWICE(s);
    for (int j = 0; j < n; j++) out[i * n + j] = s + in[i * n + j];
  }
}

/* Two statements. */
static void two(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
  for (int i = 0; i < n; i++) {
    LATER s = 3 * i;
    for (int j = 0; j < n; j++) {
      z = in[i * n + j];
      out[i * n + j] = s + z;
    }
  }
}

int main(void) {
  float *x = malloc(sizeof(float) * N * N), *y = malloc(sizeof(float) * N * N);
  FILL(x, N * N);
  plain(N, x, y); SHOW(y, N * N);
  qualified(N, x, y); SHOW(y, N * N);
  whole(N, x, y); SHOW(y, N * N);
  two(N, x, y); SHOW(y, N * N);
  return 0;
}
