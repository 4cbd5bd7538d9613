/* A team has a tile of 32 x 128 points, a thread one column of it, lanes side by side; a thread that
 * relaxes keeps the point's column in registers. */
#include "../bench.h"

static void jacobi2d_relax_two_level(int n, double A[n][n], double B[n][n]);
static void jacobi2d_copy_two_level(int n, double A[n][n], double B[n][n]);

#include "../jacobi2d.c"

/* Flat arrays, for clang 19 loses those of rows of run-time length in a parallel region of a team. */
static void relax(int n, double *A, double *B) {
#pragma omp target teams distribute collapse(2) map(to: A[0:n*n]) map(tofrom: B[0:n*n])
  for (int top = 0; top < n; top += 32)
    for (int left = 0; left < n; left += 128) {
#pragma omp parallel for
      for (int thread = 0; thread < 128; thread++) {
        int first = top > 0 ? top : 1, last = top + 32 < n - 1 ? top + 32 : n - 1, j = left + thread;
        if (j > 0 && j < n - 1 && first < last) {
          double above = A[(first - 1)*n + j], here = A[first*n + j];
#pragma omp unroll partial(4)
          for (long i = first; i < last; i++) {
            double below = A[(i + 1)*n + j];
            B[i*n + j] = 0.2 * (here + A[i*n + j - 1] + A[i*n + j + 1] + above + below);
            above = here;
            here = below;
          }
        }
      }
    }
}

static void copy(int n, double *A, double *B) {
#pragma omp target teams distribute collapse(2) map(to: B[0:n*n]) map(tofrom: A[0:n*n])
  for (int top = 0; top < n; top += 32)
    for (int left = 0; left < n; left += 128) {
#pragma omp parallel for
      for (int thread = 0; thread < 128; thread++) {
        int first = top > 0 ? top : 1, last = top + 32 < n - 1 ? top + 32 : n - 1, j = left + thread;
        if (j > 0 && j < n - 1)
#pragma omp unroll partial(4)
          for (long i = first; i < last; i++)
            A[i*n + j] = B[i*n + j];
      }
    }
}

static void jacobi2d_relax_two_level(int n, double A[n][n], double B[n][n]) { relax(n, A[0], B[0]); }

static void jacobi2d_copy_two_level(int n, double A[n][n], double B[n][n]) { copy(n, A[0], B[0]); }
