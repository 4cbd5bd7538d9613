/* Definitions between the loops whose types are macros. */
#include "../check.h"
enum { N = 48 };
#define REAL float
#define EXACT const REAL
#define TWICE(x) float x = 2 * x##0
#define LATER float z; float
#define STAR float *

static void plain(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: in[0:n*n]) map(from: out[0:n*n]) //~ plan=collapse(2)+sink(13)
  for (int i = 0; i < n; i++) {
#line 14
    for (int j = 0; j < n; j++) { 
#line 13
      REAL s = i / (REAL)(n - 1);
#line 14
                                out[i * n + j] = s * in[i * n + j]; //~ sectors=4..32->4
#line 14
    }
#line 15
  }
}

static void qualified(int n, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: in[0:n*n]) map(from: out[0:n*n]) //~ plan=collapse(2)+sink(21)
  for (int i = 0; i < n; i++) {
#line 22
    for (int j = 0; j < n; j++) { 
#line 21
      EXACT s = 2 * i;
#line 22
                                out[i * n + j] = s - in[i * n + j];
#line 22
    }
#line 23
  }
}

/* More than a type. */
static void whole(int n, const float *restrict in, float *restrict out) {
#line 28
  {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 28
    int warpcc_holds = (__int128)n >= 32;
#line 28
    #pragma clang diagnostic pop
#line 28
    if (warpcc_holds) {
#line 28
  #pragma omp target teams distribute map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
  for (int i = 0; i < n; i++) {
    int s0 = i;
    TWICE(s);
#line 32
    #pragma omp parallel for firstprivate(i, s)
#line 32
    for (int j = 0; j < n; j++) out[i * n + j] = s + in[i * n + j];
  }
#line 33
    } else {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 28
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
#line 29
  for (int i = 0; i < n; i++) {
    int s0 = i;
    TWICE(s);
    for (int j = 0; j < n; j++) out[i * n + j] = s + in[i * n + j];
  }
#line 33
    #pragma clang diagnostic pop
#line 33
    }
#line 33
  }
#line 34
}

/* Two statements. */
static void two(int n, const float *restrict in, float *restrict out) {
#line 38
  {
#line 38
    #pragma clang diagnostic push
#line 38
    #pragma clang diagnostic ignored "-Weverything"
#line 38
    int warpcc_holds = (__int128)n >= 32;
#line 38
    #pragma clang diagnostic pop
#line 38
    if (warpcc_holds) {
#line 38
  #pragma omp target teams distribute map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
  for (int i = 0; i < n; i++) {
    LATER s = 3 * i;
#line 41
    #pragma omp parallel for private(z) firstprivate(i, s)
#line 41
    for (int j = 0; j < n; j++) {
      z = in[i * n + j];
      out[i * n + j] = s + z;
    }
  }
#line 45
    } else {
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 38
  #pragma omp target teams distribute parallel for map(to: in[0:n*n]) map(from: out[0:n*n]) //~ WC201
#line 39
  for (int i = 0; i < n; i++) {
    LATER s = 3 * i;
    for (int j = 0; j < n; j++) {
      z = in[i * n + j];
      out[i * n + j] = s + z;
    }
  }
#line 45
    #pragma clang diagnostic pop
#line 45
    }
#line 45
  }
#line 46
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
