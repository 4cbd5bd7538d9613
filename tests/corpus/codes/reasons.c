/* Codes that name the real reason. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 48 };
#define ELEMENT(a, i, j, n) (a)[(i) * (n) + (j)]

/* The counter of a loop that threads share is not the body's. */
static void counter_changed(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none WC212 !WC214
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    i += 128;
  }
}

static void copy_changed(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 128]) //~ plan=none !WC212
  for (int i = 0; i < n; i++) {
    int k = i;
    a[k] = 1;
    k += 128;
  }
}

static void nothing(int n) {
  #pragma omp target teams distribute parallel for //~ plan=none WC412 !WC103
  for (int i = 0; i < n; i++) {}
}

static void something(int n, float *a) {
  #pragma omp target teams distribute parallel for map(from: a[0:n]) //~ plan=none !WC412 WC103
  for (int i = 0; i < n; i++) a[i] = 2 * i;
}

/* The array's name stands for an access that a macro spells. */
static void by_macro(int n, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*n]) map(from: b[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) ELEMENT(b, i, j, n) = ELEMENT(a, i, j, n) + 1; //~ sectors=4..32->4
}

/* The load's place in debug information is in the function. */
static float half(const float *a, int i) { return a[i] / 2; }

static void by_call(int n, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) b[i] = half(a, i); //~ sectors=4->4
}

/* Each row needs its own elements first: no element may be fetched earlier. */
static void running(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none WC206
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) a[i * n + j] += a[i * n + j - 1];
}

/* The increment of another variable is what stands in the way. */
static void two_increments(int n, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*n]) map(from: b[0:n*n]) //~ plan=none
  for (int p = 0; p < n; p++) {
    int o = p;
    for (int t = 0; t < n; t++, o += n) b[o] = 2 * a[o]; //~ sectors=4..5->4..5
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * N * N), *b = malloc(sizeof(float) * N * N);
  FILL(a, N * N);
  FILL(b, N * N);
  if (N < 0) counter_changed(N, a);
  copy_changed(N, a); SHOW(a, N * N);
  nothing(N);
  something(N, a); SHOW(a, N * N);
  by_macro(N, a, b); SHOW(b, N * N);
  running(N, a); SHOW(a, N * N);
  by_call(N, a, b); SHOW(b, N * N);
  two_increments(N, a, b); SHOW(b, N * N);
  return 0;
}

/* warpcc-report: whole */
