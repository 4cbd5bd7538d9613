/* warpcc-flags: -std=c11 */
/* Aliasing: a restrict parameter and a local pointer that may have been derived from it, or is. */
#include "../check.h"
static double *behind(double *p, int n) { return p + n; }
static double *(*volatile chosen)(double *, int) = behind;

/* The function is known. */
static void derived(int n, int m, double *restrict b) {
  double *a = behind(b, n);
  #pragma omp target teams distribute parallel for //~ WC205
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=carried
      b[j * n + i] = a[j * n + i] + 1;
}

static void kernel(int n, int m, double *restrict b) {
  double *a = chosen(b, n);
  #pragma omp target teams distribute parallel for //~ WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[j * n + i] = a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  double *b = malloc((n + 1) * m * sizeof *b);
  FILL(b, (n + 1) * m);
  #pragma omp target data map(tofrom: b[0:(n + 1) * m])
  {
    derived(n, m, b);
    kernel(n, m, b);
  }
  SHOW(b, n * m);
  return 0;
}
