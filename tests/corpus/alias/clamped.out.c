/* Neighbours that wrap around at the border: what is touched is the array, in each case. */
#include "../check.h"

enum { N = 32 };

static void ring(double (*out)[N], double (*in)[N]) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)in + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)in); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(in, out)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)in + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)in); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      int next = x + 1 >= N ? 0 : x + 1;
      int before = x - 1;
      if (before < 0) before = N - 1;
      out[y][x] = in[y][next] - 2 * in[y][x] + in[y][before];
    } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int y = 0; y < N; y++) for (int x = 0; x < N; x++) { int next = x + 1 >= N ? 0 : x + 1; int before = x - 1; if (before < 0) before = N - 1; out[y][x] = in[y][next] - 2 * in[y][x] + in[y][before]; } _Pragma("clang diagnostic pop") } }
}

static double middle(double (*c)[N], int y, int x) {
  int next = x + 1, before = x - 1;
  if (next > N - 1) next = 0;
  if (before < 0) before = N - 1;
  return c[y][next] - 2 * c[y][x] + c[y][before];
}

/* The same in a function, whose parameters have the names of the arguments: before the region a name is the argument's. */
static void called(double (*mu)[N], double (*c)[N]) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)c); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(c, mu)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)mu || (__int128)(__UINTPTR_TYPE__)mu + (__int128)8192 <= (__int128)(__UINTPTR_TYPE__)c); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      mu[y][x] = middle(c, y, x); } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int y = 0; y < N; y++) for (int x = 0; x < N; x++) mu[y][x] = middle(c, y, x); _Pragma("clang diagnostic pop") } }
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
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = g >= 0 && k >= 0 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)in); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(in, out)") { warpcc_holds = g >= 0 && k >= 0 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * g * k <= (__int128)(__UINTPTR_TYPE__)in); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g * k; j++)
      out[i * (g * k) + j] = in[i * (g * k) + (j % g) * k + j / g]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < g * k; j++) out[i * (g * k) + j] = in[i * (g * k) + (j % g) * k + j / g]; _Pragma("clang diagnostic pop") } }
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
