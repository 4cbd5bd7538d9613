/* Loops that the directive declares parallel, and that are proved not to be. What they compute depends on the order; so they run
   where there is one iteration. */
#include "../check.h"
enum { N = 48 };

static void next(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 1]) //~ plan=none WC110
  for (int i = 0; i < n; i++) a[i] = a[i + 1] + 1;
}

static void same(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) a[i] = a[i] + 1;
}

/* A row further: collapse(2) would gain, and nothing is changed. */
static void row(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n + n]) //~ plan=none WC110
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i * n + j] = a[(i + 1) * n + j] + 1; //~ sectors=4..32->4..32
}

static void own_row(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n + n]) //~ plan=collapse(2) !WC110
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i * n + j] = a[i * n + j] + 1; //~ sectors=4..32->4
}

static void total(int n, const float *x, float *a) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: a[0:1]) //~ plan=none WC110
  for (int i = 0; i < n; i++) a[0] += x[i];
}

static void total_in_order(int n, const float *x, float *a) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: a[0:1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    a[0] += x[i];
  }
}

static void total_reduced(int n, const float *x, float *a) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: a[0:1]) reduction(+: a[0:1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) a[0] += x[i];
}

/* All write one value: who comes first does not matter. */
static void flag(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) a[0] = 1;
}

/* Far apart, and never. */
static void far(float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:200]) //~ plan=none WC110
  for (int i = 0; i < 50; i++) a[2 * i] = a[2 * i + 98] + 1;
}

static void too_far(float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:200]) //~ plan=none !WC110
  for (int i = 0; i < 50; i++) a[2 * i] = a[2 * i + 100] + 1;
}

/* Two arrays of a structure: one of them would be left. */
struct two { float x[50], y[50]; };
static void other_member(int n, struct two *t) {
  #pragma omp target teams distribute parallel for map(tofrom: t[0:1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) t->x[i] = t->y[i] + 1;
}

static void between(float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:200]) //~ plan=none !WC110
  for (int i = 0; i < 50; i++) a[2 * i] = a[2 * i + 1] + 1;
}

/* Only some iterations: not proved. */
static void sometimes(int n, int m, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++)
    if (i % m == 0) a[i] = a[i + 1] + 1;
}

/* One thread runs them all, in their order. */
static void in_order(int n, float *a) {
  #pragma omp target parallel for num_threads(1) map(tofrom: a[0:n + 1]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) a[i] = a[i + 1] + 1;
}

/* Each iteration has an array of its own. */
static void own_array(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) {
    float t[2];
    t[0] = a[i];
    t[1] = t[0] + 1;
    t[0] = t[1] + t[0];
    a[i] = t[0];
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * (N * N + N)), *x = malloc(sizeof(float) * N);
  FILL(a, N * N + N);
  FILL(x, N);
  next(1, a); SHOW(a, N * N);
  same(N, a); SHOW(a, N * N);
  row(1, a); SHOW(a, N * N);
  own_row(N, a); SHOW(a, N * N);
  total(1, x, a); SHOW(a, N * N);
  total_in_order(N, x, a); SHOW(a, N * N);
  total_reduced(N, x, a); SHOW(a, N * N);
  flag(N, a); SHOW(a, N * N);
  if (N < 0) far(a);
  too_far(a); SHOW(a, N * N);
  other_member(50, (struct two *)a); SHOW(a, N * N);
  between(a); SHOW(a, N * N);
  sometimes(N, N, a); SHOW(a, N * N);
  in_order(N, a); SHOW(a, N * N);
  own_array(N, a); SHOW(a, N * N);
  return 0;
}
