/* The variables of a function that the region calls may have the names of those that a test before it is about. */
#include "../check.h"

enum { N = 32 };

static double middle(double (*c)[N], int y, int x) {
  int next = x + 1, n = N - 1;
  if (next > n) next = 0;
  return c[y][next] - 2 * c[y][x];
}

static void called(double (*mu)[N], double (*c)[N], int n) {
#line 13
{
#line 13
  #pragma clang diagnostic push
#line 13
  #pragma clang diagnostic ignored "-Weverything"
#line 13
  int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)256 * n <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)256 * n <= (__int128)(__UINTPTR_TYPE__)c);
#line 13
  if (warpcc_holds) {
#line 13
  #pragma omp target data use_device_ptr(c, mu)
#line 13
    { warpcc_holds = ((c && mu && ((__int128)(__UINTPTR_TYPE__)c + (__int128)256 * n <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)256 * n <= (__int128)(__UINTPTR_TYPE__)c))); }
#line 13
  }
#line 13
  #pragma clang diagnostic pop
#line 13
  if (warpcc_holds) {
#line 13
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int y = 0; y < n; y++)
    for (int x = 0; x < N; x++)
      mu[y][x] = middle(c, y, x);
#line 16
  } else {
#line 16
  #pragma clang diagnostic push
#line 16
  #pragma clang diagnostic ignored "-Weverything"
#line 13
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 14
  for (int y = 0; y < n; y++)
    for (int x = 0; x < N; x++)
      mu[y][x] = middle(c, y, x);
#line 16
  #pragma clang diagnostic pop
#line 16
  }
#line 16
}
#line 17
}

/* A variable in the region's own text: what a name means in it must not depend on the place. */
static void hidden(int n, int m, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float value = from[i * m + j];
      {
        int n = i * m + j;
        to[n] = value + 1;
      }
    }
}

/* A global variable of that name is none of the test's. */
#pragma omp declare target
static int rows = N;
#pragma omp end declare target
static int of_all(void) { return rows; }
static void global(int rows, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none WC209
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < N; j++)
      to[i * N + j] = from[i * N + j] + of_all();
}

int main(void) {
  double(*a)[N] = malloc(2 * sizeof *a * N);
  float *b = malloc(2 * N * N * sizeof *b);
  FILL(a[0], 2 * N * N);
  FILL(b, 2 * N * N);
#pragma omp target data map(tofrom: a[0:2*N])
  {
    called(a + N, a, N);
    called(a, a, N);
  }
#pragma omp target data map(tofrom: b[0:2*N*N])
  {
    hidden(N, N, b + N * N, b);
    hidden(N, N - 1, b, b);
    global(N, b + N * N, b);
  }
  SHOW(a[0], 2 * N * N);
  SHOW(b, 2 * N * N);
  free(a);
  free(b);
  return 0;
}
