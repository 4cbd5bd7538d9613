/* #pragma unroll in front of an inner loop. */
#include "../check.h"
enum { N = 48 };

/* clang takes it between collapsed loops. */
static void collapsed(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    #pragma unroll
    for (int j = 0; j < n; j++) x[i * n + j] = i - j; //~ sectors=4..32->4
}

/* Behind the loops that change places it stays where it is. */
static void inner(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=interchange(j,i)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      #pragma unroll 4
      for (int k = 0; k < 4; k++) x[j * n + i] += k; //~ sectors=4..32->4
}

/* Between them, before a loop that is associated as written and stays so, it says nothing to clang. */
static void between(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=interchange(j,i)
  for (int j = 0; j < n; j++)
    #pragma unroll 2
    for (int i = 0; i < n; i++) x[j * n + i] = 2 * i + j; //~ sectors=4..32->4
}

/* Of other pragmas that is not known. */
static void other(int n, float *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ WC211
  for (int i = 0; i < n; i++)
    #pragma clang loop vectorize(enable)
    for (int j = 0; j < n; j++) x[j * n + i] = 2 * i - j;
}

/* Before a directive a pragma says nothing of the loop. */
static void scop(int n, float *x) {
  #pragma scop
  #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n*n]) //~ plan=interchange(j,i)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) x[j * n + i] = 3 * i + j; //~ sectors=4..32->4
  #pragma endscop
}

int main(void) {
  float *x = malloc(sizeof(float) * N * N);
  FILL(x, N * N);
  collapsed(N, x); SHOW(x, N * N);
  inner(N, x); SHOW(x, N * N);
  between(N, x); SHOW(x, N * N);
  other(N, x); SHOW(x, N * N);
  scop(N, x); SHOW(x, N * N);
  return 0;
}
