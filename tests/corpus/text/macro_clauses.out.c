/* Clauses that macros give. */
#include "../check.h"
enum { N = 48 };
#define USE(c) if (target : (c))
#define FEW thread_limit(64)
#define BOTH(c) FEW USE(c)
#define TWO collapse(2)
#define OWN_BLOCKS schedule(static, 4)
#define SIMD simd
#define NONE
#define LIMIT thread_limit
#define WIDTH 64

/* A clause is inserted before those of the macro. */
static void whole(int n, int on, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) USE(on) map(from: x[0:n*n]) //~ plan=collapse(2) WC102 !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = i - j; //~ sectors=4..32->4
}

static void several(int n, int on, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) BOTH(on) map(from: x[0:n*n]) NONE //~ plan=collapse(2) !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = i + j;
}

/* The name of a clause and its argument may be macros, too. */
static void name(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) LIMIT(WIDTH) map(from: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = i - 2 * j;
}

/* One clause in place of the macro's would be in conflict with it. */
static void conflict(int n, float *x) {
  #pragma omp target teams distribute parallel for TWO map(from: x[0:n*n*8]) //~ plan=none WC211 !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 8; k++) x[(i * n + j) * 8 + k] = i + j - k;
}

/* The same clause as text of the file is replaced. */
static void no_conflict(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(3) map(from: x[0:n*n*n]) //~ plan=collapse(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) x[(i * n + j) * n + k] = i - j + k;
}

/* A schedule cannot be taken away from inside of a macro. */
static void schedule(int n, float *x) {
  #pragma omp target teams distribute parallel for OWN_BLOCKS map(tofrom: x[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) x[i] += i;
}

/* A word of the directive's name: nothing of the file tells where it ends. */
static void word(int n, float *x) {
  #pragma omp target teams distribute parallel for SIMD map(from: x[0:n*n]) //~ plan=none WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = 3 * i - j;
}

/* What it gives depends on the place. */
#define AGAIN if (target : 1)
static void first(int n, float *x) {
  #pragma omp target teams distribute parallel for AGAIN map(from: x[0:n*n]) //~ plan=none WC407
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = 3 * i + j;
}
#undef AGAIN
#define AGAIN collapse(2)
static void second(int n, float *x) {
  #pragma omp target teams distribute parallel for AGAIN map(from: x[0:n*n]) //~ plan=none WC407
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = 4 * i + j;
}

/* In two versions, the clause is in both. */
static void guarded(int n, float *x, const float *y) {
#line 80
  {
#line 80
    #pragma clang diagnostic push
#line 80
    #pragma clang diagnostic ignored "-Weverything"
#line 80
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)y + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)x || (__int128)(__UINTPTR_TYPE__)x + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)y);
#line 80
    if (warpcc_holds) {
#line 80
    #pragma omp target data use_device_ptr(y, x)
#line 80
      { warpcc_holds = ((y && x && ((__int128)(__UINTPTR_TYPE__)y + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)x || (__int128)(__UINTPTR_TYPE__)x + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)y))); }
#line 80
    }
#line 80
    #pragma clang diagnostic pop
#line 80
    if (warpcc_holds) {
#line 80
  #pragma omp target teams distribute parallel for collapse(2) FEW //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = y[i * n + j] + 1;
#line 82
    } else {
#line 82
    #pragma clang diagnostic push
#line 82
    #pragma clang diagnostic ignored "-Weverything"
#line 80
  #pragma omp target teams distribute parallel for FEW //~ plan=collapse(2) WC109
#line 81
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = y[i * n + j] + 1;
#line 82
    #pragma clang diagnostic pop
#line 82
    }
#line 82
  }
#line 83
}

int main(void) {
  float *x = malloc(sizeof(float) * N * N * N), *y = malloc(sizeof(float) * N * N);
  FILL(x, N * N * N);
  FILL(y, N * N);
  whole(N, 1, x); SHOW(x, N * N);
  whole(N, 0, x); SHOW(x, N * N);
  several(N, 1, x); SHOW(x, N * N);
  name(N, x); SHOW(x, N * N);
  conflict(N, x); SHOW(x, N * N * N);
  no_conflict(N, x); SHOW(x, N * N * N);
  schedule(N, x); SHOW(x, N * N);
  word(N, x); SHOW(x, N * N);
  first(N, x); SHOW(x, N * N);
  second(N, x); SHOW(x, N * N);
  #pragma omp target enter data map(to: x[0:N*N], y[0:N*N])
  guarded(N, x, y);
  #pragma omp target exit data map(from: x[0:N*N]) map(release: y[0:N*N])
  SHOW(x, N * N);
  return 0;
}
