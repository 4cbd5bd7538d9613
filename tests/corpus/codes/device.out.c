/* warpcc-flags: -std=c11 -mavx */
/* The device's compilation has other macros than the host's. On the x86_64 device they are the same. */
#include "../check.h"

#ifdef __NVPTX__
#define AT(i, j) ((i) * M)
#else
#define AT(i, j) ((i) * M + (j))
#endif

enum { N = 48, M = 40 };
static double a[N][M], b[N][M];

static void in_the_body(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) map(to: b) //~ plan=none WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
#ifdef __CUDA_ARCH__
      x[i * M] += b[i][j];
#else
      x[i * M + j] += b[i][j];
#endif
}

static void in_a_macro(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) map(to: b) //~ plan=none WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[AT(i, j)] += b[i][j];
}

static int place(int i, int j) {
#if __CUDA_ARCH__ >= 900
  return i * M;
#else
  return i * M + j;
#endif
}

static void in_a_function(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) map(to: b) //~ plan=none WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[place(i, j)] += b[i][j];
}

static void host_only(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) map(to: b) //~ plan=none WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
#ifdef __AVX__
      x[i * M + j] += b[i][j];
#else
      x[i * M] += b[i][j];
#endif
}

static int old_place(int i, int j) {
#if __CUDA_ARCH__ >= 1000
  return i * M;
#else
  return i * M + j;
#endif
}

/* The same for both: other macros, a condition that holds for neither, the macros elsewhere. */
static void the_same(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) map(to: b) //~ plan=collapse(2) !WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
#ifdef __x86_64__
      x[old_place(i, j)] += b[i][j];
#else
      x[i * M + j] += b[i][j];
#endif
}

int main(void) {
  double *x = &a[0][0];
  FILL(x, N * M);
  FILL(&b[0][0], N * M);
  in_the_body(x); SHOW(x, N * M);
  in_a_macro(x); SHOW(x, N * M);
  in_a_function(x); SHOW(x, N * M);
  host_only(x); SHOW(x, N * M);
  the_same(x); SHOW(x, N * M);
  return 0;
}
