/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];
static float unknown(float *x) { __asm__ volatile("" : : : "memory"); return *x += 1; }

/* Coalesced in i as it is: a collapse would spread j over the lanes. */
static void transposed(float *restrict x, float *restrict y, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) map(to: y[0:n*n])
  for (int i = 0; i < n; i++) //~ plan=none WC103 WC210 !WC101
    for (int j = 0; j < n; j++) //~ j=proved
      x[i + j * n] += y[i + j * n]; //~ sectors=4..5
}

static void restricted(float *restrict x, const float *restrict y, int n) {
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307 !WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += y[i * n + j];
}

/* The counter is shared by all threads as written; a collapse would make it private. */
static void shared_counter(int n) {
  int i, j;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (i = 0; i < n; i++) //~ WC104
    for (j = 0; j < n; j++)
      a[i][j] += 1;
}

static void shared_scalar(int n) {
  float t;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t = a[i][j];
      a[i][j] = t + 1;
    }
}

static void call(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) //~ j=unknown
      unknown(&a[i][j]);
}

static void wrapping(unsigned n, unsigned m, float *x) {
#line 49
  {
#line 49
    #pragma clang diagnostic push
#line 49
    #pragma clang diagnostic ignored "-Weverything"
#line 49
    int warpcc_holds = (__int128)n <= 536870912;
#line 49
    #pragma clang diagnostic pop
#line 49
    if (warpcc_holds) {
#line 49
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) //~ plan=collapse(2) WC109
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      x[i * m + 2 * j] += 1;
#line 52
    } else {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 49
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) //~ plan=collapse(2) WC109
#line 50
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      x[i * m + 2 * j] += 1;
#line 52
    #pragma clang diagnostic pop
#line 52
    }
#line 52
  }
#line 53
}

static void too_deep(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC410
  for (int i = 0; i < n; i++)
    for (int b = 0; b < 1; b++)
    for (int c = 0; c < 1; c++)
    for (int d = 0; d < 1; d++)
    for (int e = 0; e < 1; e++)
    for (int f = 0; f < 1; f++)
    for (int g = 0; g < 1; g++)
    for (int h = 0; h < 1; h++)
    for (int k = 0; k < 1; k++)
    for (int j = 0; j < n; j++)
      a[i][j] += b + c + d + e + f + g + h + k;
}

int main(void) {
  float *x = &a[0][0], *y = malloc(sizeof(float) * N * N);
  FILL(x, N * N);
  FILL(y, N * N);
  transposed(x, y, N); SHOW(x, N * N);
  #pragma omp target data map(tofrom: x[0:N*N]) map(to: y[0:N*N])
  restricted(x, y, N);
  SHOW(x, N * N);
  shared_scalar(1);
  call(1);
  wrapping(N / 2, N, x); SHOW(x, N * N);
  too_deep(N); SHOW(x, N * N);
  if (N < 0)
    shared_counter(N);
  return 0;
}
