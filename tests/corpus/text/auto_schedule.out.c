/* schedule(auto): the runtime's dispatcher deals out iterations one by one, as without a clause. */
#include "../check.h"
enum { N = 48 };

static void alone(int n, float *x) {
  #pragma omp target teams distribute parallel for schedule(auto) map(from: x[0:n]) //~ plan=none !WC403 WC103
  for (int i = 0; i < n; i++) x[i] = 3 * i; //~ sectors=4
}

static void nest(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) schedule(auto) map(from: x[0:n*n]) //~ plan=collapse(2) !WC403
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = i - j; //~ sectors=4..32->4
}

/* These are decided at run time. */
static void other(int n, float *x) {
  #pragma omp target teams distribute parallel for schedule(guided) map(from: x[0:n*n]) //~ plan=none WC403
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i * n + j] = i + j; //~ sectors=?
}

int main(void) {
  float *x = malloc(sizeof(float) * N * N);
  FILL(x, N * N);
  alone(N, x); SHOW(x, N * N);
  nest(N, x); SHOW(x, N * N);
  other(N, x); SHOW(x, N * N);
  return 0;
}

/* warpcc-report: whole */
