/* warpcc-flags: -std=c11 -Wno-sign-compare */
/* A signed counter below an unsigned bound is converted first: a negative one is beyond it. */
#include "../check.h"
enum { N = 4, M = 96 };
static int a[N * 256 + 8], b[N * M], c[N * M];

/* The inner loop has no iteration, and s stays 0. */
static void no_iteration(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b, c) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 64; k++) {
      int s = 0;
      for (int j = -1; j < 3u; j++)
        s += k;
      c[i * 64 + k] = b[i * 64 + k];
      a[i * 256 + s] = a[i * 256 + s] * 3 % 1009 + k;
    }
}

/* It leaves the private array as the iteration before did. */
static void not_filled(int n, int m) {
  int t[64];
  for (int j = 0; j < 64; j++)
    t[j] = -j;
  #pragma omp target teams distribute parallel for map(tofrom: b, c) firstprivate(t) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      for (int j = -1; j < 5u; j++)
        t[j + 1] = k;
      c[i * m + k] = (k ? t[3] : 0) + b[i * m + k];
      t[3] = k;
    }
}

static void wider_bound(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b, c) //~ plan=none
  for (int i = 0; i < n; i++)
    for (short j = -2; j <= sizeof b; j++)
      c[i * m + j + 2] = b[i * m + j + 2] + 1;
}

static void first_not_known(int n, int m, int from, unsigned to) {
  #pragma omp target teams distribute parallel for map(tofrom: b, c) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = from; j < to; j++)
      c[i * m + j] = b[i * m + j] + 1;
}

static void from_zero(int n, unsigned m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b, c) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * M + j] = b[i * M + j] + 1;
}

static void down_to_one(int n, unsigned m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b, c) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 95; j > m; j--)
      c[i * M + j] = b[i * M + j] + 1;
}

int main(void) {
  FILL(a, N * 256 + 8);
  FILL(b, N * M);
  FILL(c, N * M);
  no_iteration(N);
  not_filled(N, M);
  wider_bound(N, M);
  first_not_known(N, M, -1, 40);
  first_not_known(N, M, 1, 40);
  from_zero(N, M);
  down_to_one(N, 0);
  SHOW(a, N * 256 + 8);
  SHOW(b, N * M);
  SHOW(c, N * M);
  return 0;
}
