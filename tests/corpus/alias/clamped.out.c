/* Neighbours that wrap around at the border: what is touched is the array, in each case. */
#include "../check.h"

enum { N = 32 };

static void ring(double (*out)[N], double (*in)[N]) {
#line 7
{
#line 7
  #pragma clang diagnostic push
#line 7
  #pragma clang diagnostic ignored "-Weverything"
#line 7
  int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)in + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)in);
#line 7
  if (warpcc_holds) {
#line 7
  #pragma omp target data use_device_ptr(in, out)
#line 7
    { warpcc_holds = ((in && out && ((__int128)(__UINTPTR_TYPE__)in + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)in))); }
#line 7
  }
#line 7
  #pragma clang diagnostic pop
#line 7
  if (warpcc_holds) {
#line 7
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      int next = x + 1 >= N ? 0 : x + 1;
      int before = x - 1;
      if (before < 0) before = N - 1;
      out[y][x] = in[y][next] - 2 * in[y][x] + in[y][before];
    }
#line 14
  } else {
#line 14
  #pragma clang diagnostic push
#line 14
  #pragma clang diagnostic ignored "-Weverything"
#line 7
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 8
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      int next = x + 1 >= N ? 0 : x + 1;
      int before = x - 1;
      if (before < 0) before = N - 1;
      out[y][x] = in[y][next] - 2 * in[y][x] + in[y][before];
    }
#line 14
  #pragma clang diagnostic pop
#line 14
  }
#line 14
}
#line 15
}

static double middle(double (*c)[N], int y, int x) {
  int next = x + 1, before = x - 1;
  if (next > N - 1) next = 0;
  if (before < 0) before = N - 1;
  return c[y][next] - 2 * c[y][x] + c[y][before];
}

/* The same in a function, whose parameters have the names of the arguments: before the region a name is the argument's. */
static void called(double (*mu)[N], double (*c)[N]) {
#line 26
{
#line 26
  #pragma clang diagnostic push
#line 26
  #pragma clang diagnostic ignored "-Weverything"
#line 26
  int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)c);
#line 26
  if (warpcc_holds) {
#line 26
  #pragma omp target data use_device_ptr(c, mu)
#line 26
    { warpcc_holds = ((c && mu && ((__int128)(__UINTPTR_TYPE__)c + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)c))); }
#line 26
  }
#line 26
  #pragma clang diagnostic pop
#line 26
  if (warpcc_holds) {
#line 26
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      mu[y][x] = middle(c, y, x);
#line 29
  } else {
#line 29
  #pragma clang diagnostic push
#line 29
  #pragma clang diagnostic ignored "-Weverything"
#line 26
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 27
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      mu[y][x] = middle(c, y, x);
#line 29
  #pragma clang diagnostic pop
#line 29
  }
#line 29
}
#line 30
}

/* Where the subscript is data, there is no range. */
static void anywhere(double (*out)[N], double (*in)[N], const long *at) {
#pragma omp target teams distribute parallel for map(to: at[0:N]) //~ plan=none WC207
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      out[y][x] = in[0][at[x]];
}

/* A quotient stays below what its dividend's end is divided by. */
static void shuffle(int n, int g, int k, float *out, const float *in) {
#line 42
{
#line 42
  #pragma clang diagnostic push
#line 42
  #pragma clang diagnostic ignored "-Weverything"
#line 42
  int warpcc_holds = g >= 0 && k >= 0 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)in);
#line 42
  if (warpcc_holds) {
#line 42
  #pragma omp target data use_device_ptr(in, out)
#line 42
    { warpcc_holds = g >= 0 && k >= 0 && ((in && out && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)in))); }
#line 42
  }
#line 42
  #pragma clang diagnostic pop
#line 42
  if (warpcc_holds) {
#line 42
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g * k; j++)
      out[i * (g * k) + j] = in[i * (g * k) + (j % g) * k + j / g];
#line 45
  } else {
#line 45
  #pragma clang diagnostic push
#line 45
  #pragma clang diagnostic ignored "-Weverything"
#line 42
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 43
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g * k; j++)
      out[i * (g * k) + j] = in[i * (g * k) + (j % g) * k + j / g];
#line 45
  #pragma clang diagnostic pop
#line 45
  }
#line 45
}
#line 46
}

int main(void) {
  double(*a)[N] = malloc(2 * sizeof *a * N), (*b)[N] = a + N;
  float *c = malloc(2 * N * N * sizeof *c);
  long at[N];
  FILL(a[0], 2 * N * N);
  FILL(c, 2 * N * N);
  for (int k = 0; k < N; k++) at[k] = (k * 5) % N;
#pragma omp target data map(tofrom: a[0:2*N])
  {
    ring(b, a);
    called(b, a);
    anywhere(b, a, at);
  }
#pragma omp target data map(tofrom: c[0:2*N*N])
  shuffle(8, 4, 16, c + N * N, c);
  SHOW(a[0], 2 * N * N);
  SHOW(c, 2 * N * N);
  free(a);
  free(c);
  return 0;
}
