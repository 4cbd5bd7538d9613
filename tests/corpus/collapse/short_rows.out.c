/* warpcc-flags: -std=c11 */
/* The innermost of the collapsed loops is shorter than a warp, and how long the others are is not known: a warp
   runs several of its rows. */
#include "../check.h"

enum { N = 60, PITCH = 64 };

/* Three planes: eleven neighbours in each, at a distance that is no number. */
static void planes(int n, float *a) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)n >= 180000;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a[0:3*n]) //~ plan=collapse(1)
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      a[c * n + i] += c; //~ sectors=2..9->4..5
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:3*n]) //~ plan=collapse(1)
#line 11
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      a[c * n + i] += c;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

static void far_planes(int n, float *a) {
#line 17
  {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 17
    int warpcc_holds = (__int128)n >= 180000;
#line 17
    #pragma clang diagnostic pop
#line 17
    if (warpcc_holds) {
#line 17
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a[0:3*PITCH]) //~ plan=collapse(1)
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      a[c * PITCH + i] += c; //~ sectors=6->4
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 17
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:3*PITCH]) //~ plan=collapse(1)
#line 18
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      a[c * PITCH + i] += c;
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

/* One element for each row. */
static void rows(int n, float *a, const float *b) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:4*n]) map(to: b[0:n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 4; c++)
      a[i * 4 + c] += b[i]; //~ b: sectors=1
}

/* Rows of three in a matrix of unknown pitch. */
static void pitched(int n, int ld, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:ld*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      a[i * ld + c] += c; //~ sectors=1..22
}

/* Three loops: the outermost two are not known. */
static void blocks(int n, int m, float *a) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n*m*2]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int c = 0; c < 2; c++)
        a[(i * m + j) * 2 + c] += c; //~ sectors=4
}

/* Which loop stands around the innermost one matters: a warp runs several of its rows. */
static void order(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n*8*4]) //~ plan=interchange(j,i,c)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 8; i++)
      for (int c = 0; c < 4; c++)
        a[(j * 8 + i) * 4 + c] += c; //~ sectors=8->4
}

int main(void) {
  float *a = malloc(5 * N * N * sizeof *a), *b = a + 4 * N * N;
  FILL(a, 5 * N * N);
  planes(N, a);
  SHOW(a, 3 * N);
  far_planes(N, a);
  SHOW(a, 3 * PITCH);
  rows(N, a, b);
  SHOW(a, 4 * N);
  pitched(N, 5, a);
  SHOW(a, 5 * N);
  order(N, a);
  blocks(9, 13, a);
  SHOW(a, 2 * N * N);
  return 0;
}
