/* warpcc-host-loops: on */
/* Regions of which there is one version: the host runs the changed loops, too. */
#include "../check.h"

enum { N = 40 };

/* clang folds no condition of the user's. */
static void chosen(int n, int there, double *restrict a) {
#pragma omp target teams distribute parallel for collapse(2) if (target : there) map(tofrom : a[0 : n * n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
}

/* A clause `if` on the second pragma is none of the target's. */
static void two_pragmas(int n, double *restrict a) {
#pragma omp target map(tofrom : a[0 : n * n]) //~ plan=collapse(2)
#pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] *= 2;
}

/* Inside of a region there is no other place. */
static void inside(int n, double *restrict a) {
#pragma omp target map(tofrom : a[0 : n * n])
  {
#pragma omp parallel for collapse(2) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * n + j] -= 3;
  }
}

int main(void) {
  double *a = malloc(N * N * sizeof *a);
  FILL(a, N * N);
  chosen(N, 1, a);
  two_pragmas(N, a);
  inside(N, a);
  SHOW(a, N * N);
  return 0;
}
