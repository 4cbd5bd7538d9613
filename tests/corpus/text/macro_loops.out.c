/* Loops that macros give: a clause alone is no edit of them. */
#include "../check.h"
enum { N = 48 };
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define FOR_BOTH(i, j, n) FOR(i, n) FOR(j, n)
#define BEGIN {
#define END }
#define AND_COUNT(i, k, n) for (int i = 0; i < (n); i++, k++)
#define IF_POSITIVE(n) if ((n) > 0)

static void each(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=collapse(2)
  FOR(i, n) FOR(j, n) x[i * n + j] = i - j; //~ sectors=4..32->4
}

static void both(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=collapse(2)
  FOR_BOTH(i, j, n) x[i * n + j] = i + j; //~ sectors=4..32->4
}

static void braces(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++) BEGIN
    FOR(j, n) BEGIN x[i * n + j] = 2 * i + j; END //~ sectors=4..32->4
  END
}

/* The headers cannot change places. */
static void order(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ WC211
  FOR(i, n) FOR(j, n) x[j * n + i] = 2 * i - j;
}

/* Those of the file can. */
static void order_of_file(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=interchange(j,i)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) x[j * n + i] = 2 * i - 2 * j; //~ sectors=4..32->4
}

/* A definition cannot move into a body that may have no braces of the file's own. */
static void sinking(int n, float *x) {
  #pragma omp target teams distribute parallel for map(from: x[0:n*n]) //~ plan=none WC211
  FOR(i, n) {
    float s = 2 * i;
    FOR(j, n) x[i * n + j] = s - j; //~ sectors=4..32->4..32
  }
}

/* No construct takes a header with two increments. */
static void comma(int n, float *x) {
  #pragma omp target teams distribute parallel for map(from: x[0:n*n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int k = i * n;
    AND_COUNT(j, k, n) x[k] = i + 3 * j; //~ sectors=4..32->4..32
  }
}

/* Nor an if between the loops. */
static void condition(int n, float *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none
  FOR(i, n) IF_POSITIVE(n - i) FOR(j, n) x[i * n + j] = i + 4 * j; //~ sectors=4..32->4..32
}

int main(void) {
  float *x = malloc(sizeof(float) * N * N);
  FILL(x, N * N);
  each(N, x); SHOW(x, N * N);
  both(N, x); SHOW(x, N * N);
  braces(N, x); SHOW(x, N * N);
  order(N, x); SHOW(x, N * N);
  order_of_file(N, x); SHOW(x, N * N);
  sinking(N, x); SHOW(x, N * N);
  comma(N, x); SHOW(x, N * N);
  condition(N, x); SHOW(x, N * N);
  return 0;
}
