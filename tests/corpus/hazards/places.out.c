/* warpcc-flags: -std=c11 */
/* Text that is something else on another line. */
#include "../check.h"

#define HERE() (__LINE__ + 0)
#define FROM_HERE(x) ((x) + HERE())

enum { N = 48, M = 40 };
static double a[N * M];

static void definition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = __LINE__;
    for (int j = 0; j < M; j++)
      x[i * M + j] += k;
  }
}

static void by_macros(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = FROM_HERE(i);
    for (int j = 0; j < M; j++)
      x[i * M + j] += k;
  }
}

static void condition(double *x) {
  #pragma omp target teams distribute map(tofrom: x[0:N*M]) //~ plan=teams(j) WC201
  for (int i = 0; i < N; i++)
    if (i < __LINE__)
#line 33
      #pragma omp parallel for firstprivate(i)
#line 33
      for (int j = 0; j < M; j++)
        x[i * M + j] += 1;
}

static void header(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int j = 0; j < M; j++)
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < N - HERE() / 1000; i++)
        x[j * N + i] += k;
}

static void numbered(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = __COUNTER__;
    for (int j = 0; j < M; j++)
      x[i * M + j] += k + __COUNTER__;
  }
}

#define STEP 1
#define NEXT(x) ((x) + STEP)
static void defined_again(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = NEXT(i);
#undef STEP
#define STEP 2
    for (int j = 0; j < M; j++)
      x[i * M + j] += k + STEP;
  }
}

static void popped(double *x) {
#pragma push_macro("STEP")
#undef STEP
#define STEP 3
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = STEP + i;
#pragma pop_macro("STEP")
    for (int j = 0; j < M; j++)
      x[i * M + j] += k + STEP;
  }
}

/* The pragma must stand first in its block, and holds for all of it. */
static void mode(double *x) {
  #pragma omp target teams distribute map(tofrom: x[0:N*M]) //~ plan=teams(j) WC211
  for (int i = 0; i < N; i++) {
    int k = i + 1;
#line 85
    #pragma omp parallel for firstprivate(i, k)
#line 85
    for (int j = 0; j < M; j++) {
#pragma STDC FP_CONTRACT OFF
      x[i * M + j] += k;
    }
  }
}

/* It stays where it is. */
static void innermost(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2)+sink(96) !WC211
  for (int i = 0; i < N; i++) {
#line 97
    for (int j = 0; j < M; j++) {
#line 96
      int k = i + 1;
#line 98
      x[i * M + j] += k + FROM_HERE(j) + __COUNTER__;
#line 98
    }
#line 99
  }
}

int main(void) {
  FILL(a, N * M);
  definition(a); SHOW(a, N * M);
  by_macros(a); SHOW(a, N * M);
  condition(a); SHOW(a, N * M);
  header(a); SHOW(a, N * M);
  numbered(a); SHOW(a, N * M);
  defined_again(a); SHOW(a, N * M);
  popped(a); SHOW(a, N * M);
  mode(a); SHOW(a, N * M);
  innermost(a); SHOW(a, N * M);
  return 0;
}
