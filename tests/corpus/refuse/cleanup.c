/* warpcc-flags: -std=c11 */
/* Attributes of variables that act at the end of their lives. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * M];
#pragma omp declare target
static int total;
static void add(int *k) { __atomic_fetch_add(&total, *k, __ATOMIC_RELAXED); }
#pragma omp end declare target

#define WITH(f) __attribute__((cleanup(f)))

static void between(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC209
  for (int i = 0; i < N; i++) {
    __attribute__((cleanup(add))) int k = i;
    for (int j = 0; j < M; j++)
      x[i * M + j] += k;
  }
}

static void inside(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC209
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      WITH(add) int k = i;
      x[i * M + j] += k;
    }
}

static void counter(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC404
  for (int i = 0; i < N; i++)
    for (WITH(add) int j = 0; j < M; j++)
      x[i * M + j] += 1;
}

/* These do nothing. */
static void harmless(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC209
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      __attribute__((unused)) int k = i;
      _Alignas(16) int l = j;
      x[i * M + j] += l;
    }
}

int main(void) {
  FILL(a, N * M);
  between(a); SHOW(a, N * M);
  inside(a); SHOW(a, N * M);
  counter(a); SHOW(a, N * M);
  harmless(a); SHOW(a, N * M);
  return 0;
}
