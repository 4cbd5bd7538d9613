/* warpcc-flags: -std=c11 */
/* An `else` behind the nest belongs to the `if` before it, not to the condition of a box. */
#include "../check.h"

#define OTHERWISE else

static void triangle(int on, int n, double *x) {
  if (on)
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+box(j)
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= n - 1; j++)
        { if (j <= i) x[i * n + j] += 1 + i + j; }
  /* else */ else
    x[0] = 77;
}

static void with_its_own(int on, int n, double *x) {
  if (on)
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+box(j)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        { if (j >= i) { if (x[i * n + j] > 3) x[i * n + j] -= 1; else x[i * n + j] += 1; } }
  OTHERWISE
    x[1] = 78;
}

static void inside(int n, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:n*n*n], y[0:n])
  for (int i = 0; i < n; i++) {
    if (i % 2)
      #pragma omp parallel for collapse(2) //~ plan=collapse(2)+box(k)
      for (int j = 0; j < n; j++)
        for (int k = 0; k <= n - 1; k++)
          { if (k <= j) x[(i * n + j) * n + k] += 1; }
    else
      y[i] = 7;
  }
}

int main(void) {
  int n = 40;
  double *x = malloc(sizeof *x * (size_t)(n * n * n));
  double *y = malloc(sizeof *y * (size_t)n);
  FILL(x, n * n * n);
  FILL(y, n);
  for (int on = 0; on < 2; on++) {
    triangle(on, n, x);
    with_its_own(on, n, x);
    SHOW(x, n * n);
  }
  inside(n, x, y);
  SHOW(x, n * n * n);
  SHOW(y, n);
  free(x);
  free(y);
}
