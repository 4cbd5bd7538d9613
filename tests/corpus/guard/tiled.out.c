/* warpcc-flags: -std=c11 -O2 */
/* warpcc-tiles: on */ /* warpcc-scalars: on */
/* Conditions that have sunk, in blocks of iterations and beside scalars: other steps make the body anew. */
#include "../check.h"

enum { N = 750 };
static float a[N][N], b[N][N], c[N * N], x[N * N];

/* The condition is printed in the block, behind the definition that it needs. */
static void block(int n, int m, int k) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + 540672;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(13,14)
#line 12
  for (int warpcc_block = 0; warpcc_block < n; warpcc_block += 8) {
#line 12
    for (int j = 1; j < m - 1; j++) {
#line 12
      for (int i = warpcc_block; i < (n - warpcc_block >= 8 ? warpcc_block + 8 : n); i++) {
#line 13
        int own = i - k;
#line 12
        if (i > 0 && i < n - 1 && own != 0) {
#line 16
          b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j] + own;
#line 12
        }
#line 12
      }
#line 12
    }
#line 12
  }
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(13,14)
#line 12
  for (int i = 0; i < n; i++) {
#line 14
    
      for (int j = 1; j < m - 1; j++) {
#line 13
        int own = i - k;
#line 14
        if (i > 0 && i < n - 1 && own != 0) {
#line 16
        b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j] + own;
#line 16
      } }
#line 17
  }
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
}

/* It ends an iteration of the block. */
static void continued(int n, int m) {
#line 22
  {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 22
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + 540672;
#line 22
    #pragma clang diagnostic pop
#line 22
    if (warpcc_holds) {
#line 22
  #pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(24)
#line 23
  for (int warpcc_block = 0; warpcc_block < n; warpcc_block += 8) {
#line 23
    for (int j = 1; j < m - 1; j++) {
#line 23
      for (int i = warpcc_block; i < (n - warpcc_block >= 8 ? warpcc_block + 8 : n); i++) {
#line 24
    if (i == 0 || i == n - 1)
      continue;
#line 27
        b[i][j] += a[i - 1][j] - a[i + 1][j];
#line 23
      }
#line 23
    }
#line 23
  }
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 22
  #pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b) //~ plan=collapse(2)+tile(i)+guard(24)
#line 23
  for (int i = 0; i < n; i++) {
#line 26
    for (int j = 1; j < m - 1; j++) {
#line 24
      if (i == 0 || i == n - 1) continue;
#line 27
      b[i][j] += a[i - 1][j] - a[i + 1][j];
#line 27
    }
#line 28
  }
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

/* Before a loop that each thread runs, with a scalar around it. */
static void products(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a, x) map(tofrom: c) //~ plan=collapse(2)+scalar(k)+guard(35)
  for (int i = 0; i < n; i++) {
    
      for (int j = 0; j < n; j++) 
#line 35
        if (i % 3 != 1)
#line 36
                                  {
        { if (0 < m) { float warpcc_value_c = c[i * n + j]; for (int k = 0; k < m; k++) {
          warpcc_value_c += a[i][k] * x[k * n + j]; } c[i * n + j] = warpcc_value_c; } }
      }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(c, N * N);
  FILL(x, N * N);
  block(N, N, 5);
  block(20, 30, 5);
  continued(N, N);
  continued(2, N);
  products(60, 7);
  SHOW(&b[0][0], N * N);
  SHOW(c, N * N);
  return 0;
}
