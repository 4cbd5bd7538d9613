/* `restrict` pointers of a block: they promise for as long as it is executed. */
#include "../check.h"

enum { N = 20, M = 33 };

static void inside(int n, int m, const float *from, float *to) {
  {
    const float *__restrict in = from;
    float *__restrict out = to;
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307 !WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=proved
        out[i * m + j] += in[i * m + j];
  }
}

/* Behind the block nothing is promised. */
static void behind(int n, int m, const float *from, float *to) {
  {
    float *__restrict out = to;
    out[0] += 1;
  }
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) to[i * m + j] = from[i * m + j] + 1; _Pragma("clang diagnostic pop") } }
}

/* Both begin in one array: what they reach is compared, not what they promise. */
static void halves(int n, int m, float *all) {
  const float *__restrict in = all;
  float *__restrict out = all + 1;
#pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) //~ j=carried
      out[i * m + j] = in[i * m + j] + 1;
}

/* A copy is based on what it copies, and a pointer that is as old as the function on nothing in it. */
static void copies(int n, int m, const float *from, float *to) {
  float *restrict out = to;
  float *row = out + 1;
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) //~ j=proved
      row[i * m + j] += out[i * m + j + 1] + from[i * m + j];
}

/* The block is the body of a loop: it promises nothing from one iteration to the next. */
static void each(int n, int m, const float *from, float *to) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const float *__restrict in = from;
      float *__restrict out = to;
      out[i * m + j] = in[i * m + j] + 1;
    } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { const float *__restrict in = from; float *__restrict out = to; out[i * m + j] = in[i * m + j] + 1; } _Pragma("clang diagnostic pop") } }
}

int main(void) {
  float *a = malloc(2 * N * M * sizeof *a), *b = a + N * M;
  FILL(a, 2 * N * M);
#pragma omp target data map(tofrom: a[0:2*N*M])
  inside(N, M, a, b);
  behind(0, 0, a, b);
#pragma omp target data map(tofrom: a[0:2*N*M])
  {
    each(N, M, a, b);
    halves(N, M, a);
    copies(N, M, a, b);
  }
  SHOW(a, 2 * N * M);
  free(a);
  return 0;
}
