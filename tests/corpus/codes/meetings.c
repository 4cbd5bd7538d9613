/* Races that are no two accesses to memory one iteration apart: of scalars, of one element, over two loops, behind other
   constructs. What is computed depends on the order; so such regions run where there is one iteration, or not at all. */
#include "../check.h"
enum { N = 48 };

static void count(int n, float *a) {
  int c = 0;
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none WC110 !WC412
  for (int i = 0; i < n; i++) c++;
  a[0] += c;
}

static void count_in_order(int n, float *a) {
  int c = 0;
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none !WC110 WC111 !WC412
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    c++;
  }
  a[0] += c;
}

static void count_reduced(int n, float *a) {
  int c = 0;
  #pragma omp target teams distribute parallel for map(tofrom: c) reduction(+: c) //~ plan=none !WC110
  for (int i = 0; i < n; i++) c++;
  a[0] += c;
}

/* The variable is each thread's own. */
static void copies(int n, float *a) {
  int c = 1;
  #pragma omp target teams distribute parallel for firstprivate(c) map(from: a[0:n]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) {
    c = i;
    a[i] = c;
  }
}

/* One thread writes what another one is about to read. */
static void passed_on(int n, float *a) {
  float t = 0;
  #pragma omp target teams distribute parallel for map(tofrom: t, a[0:n]) //~ plan=none WC110
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    a[i] = t + 1;
  }
}

/* All write one value. */
static void flag(int n, float *a) {
  int found = 0;
  #pragma omp target teams distribute parallel for map(tofrom: found, a[0:n]) //~ plan=none !WC110
  for (int i = 0; i < n; i++) {
    found = 1;
    a[i] += found;
  }
  a[0] += found;
}

/* Only some iterations: not proved. */
static void sometimes(int n, float *a) {
  int c = 0;
  #pragma omp target teams distribute parallel for map(tofrom: c, a[0:n]) //~ plan=none !WC110
  for (int i = 0; i < n; i++)
    if (a[i] > 1000) c++;
  a[0] += c;
}

static void one_sets(int n, float *a) {
  #pragma omp target map(tofrom: a[0:n]) //~ plan=none WC107 !WC412
  a[0] = n;
  int s = 0;
  #pragma omp target map(from: s) //~ plan=none WC107 !WC412 !WC110
  s = n;
  a[1] = s;
}

static void diagonal(float *a) {
  float(*m)[N] = (float(*)[N])a;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: m[0:N]) //~ plan=none WC110
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 1; j++) m[i][j] = m[i + 1][j + 1] + 1;
}

/* The inner loop is not shared: iterations of the outer one meet. */
static void diagonal_rows(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n + n + 1]) //~ plan=none WC110
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i * n + j] = a[(i + 1) * n + j + 1] + 1;
}

/* One iteration of the outer loop has both. */
static void own_row(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n + n]) //~ !WC110
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++) a[i * n + j] = a[i * n + j + 1] + 1;
}

static void first(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none WC110
  for (int i = 0; i < n; i++) a[i] = a[0] + 1;
}

static void behind_first(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none !WC110
  for (int i = 1; i < n; i++) a[i] = a[0] + 1;
}

static void last(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none WC110
  for (int i = 0; i < n; i++) a[n - 1] = a[i] + 1;
}

static void tenth(float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) //~ plan=none WC110
  for (int i = 1; i < N; i += 3) a[i] = a[10] + 1;
}

static void never(float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) //~ !WC110
  for (int i = 1; i < N; i += 3) a[i] = a[11] + 1;
}

/* It is not known whether an iteration has it. */
static void perhaps(int n, float *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 10]) //~ !WC110
  for (int i = 0; i < n; i++) a[i] = a[5] + 1;
}

/* All teams add to the same elements, the threads of each to different ones. */
static void two_levels(int n, float *a) {
  #pragma omp target teams distribute map(tofrom: a[0:N]) //~ plan=none WC110
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for
    for (int j = 0; j < N; j++) a[j]++;
  }
}

static void two_levels_apart(int n, float *a) {
  #pragma omp target teams distribute map(tofrom: a[0:n*N]) //~ !WC110
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for
    for (int j = 0; j < N; j++) a[i * N + j]++;
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * (N * N + N + 1));
  FILL(a, N * N + N + 1);
  count(1, a); SHOW(a, N);
  count_in_order(N, a); SHOW(a, N);
  count_reduced(N, a); SHOW(a, N);
  passed_on(1, a); SHOW(a, N);
  flag(N, a); SHOW(a, N);
  sometimes(N, a); SHOW(a, N);
  one_sets(N, a); SHOW(a, N);
  diagonal_rows(1, a); SHOW(a, N);
  own_row(N, a); SHOW(a, N);
  first(1, a); SHOW(a, N);
  behind_first(N, a); SHOW(a, N);
  last(1, a); SHOW(a, N);
  never(a); SHOW(a, N);
  perhaps(1, a); SHOW(a, N);
  two_levels(1, a); SHOW(a, N);
  two_levels_apart(N, a); SHOW(a, N);
  if (N < 0) {
    copies(N, a);
    diagonal(a);
    tenth(a);
  }
  return 0;
}
