/* A team has a tile of 64 x 64 elements of a product, a thread 8 x 4 of them; sixteen columns of the left
 * matrix and rows of the right one at a time are in team memory. */
#include "../bench.h"

static void mm2_first_two_level(int n, int m, int l, double A[n][m], double B[m][l], double T[n][l]);
static void mm2_second_two_level(int n, int l, double T[n][l], double C[l][l], double D[n][l]);

#include "../2mm.c"

/* Read as one. */
typedef struct {
  _Alignas(16) double at[2];
} pair;

/* Z = old*Z + scale*X*Y for an n x m and an m x l matrix; where old is 0, Z is not read. Flat arrays, for clang 19 loses those of
 * rows of run-time length in a parallel region of a team. */
static void multiply(int n, int m, int l, double *X, double *Y, double *Z, double scale, double old) {
#pragma omp target teams distribute collapse(2) map(to: X[0:n*m], Y[0:m*l]) map(tofrom: Z[0:n*l])
  for (int top = 0; top < n; top += 64)
    for (int left = 0; left < l; left += 64) {
      pair x[16][33];
      double y[16][64];
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16;
          double sum[8][4] = {{0.0}};
          for (long depth = 0; depth < m; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int r = row + 8*s, i = top + r < n ? top + r : n - 1;
              x[column][r / 2].at[r % 2] = depth + column < m ? X[i*m + depth + column] : 0.0;
            }
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int k = thread / 64 + 2*s, c = thread % 64, j = left + c < l ? left + c : l - 1;
              y[k][c] = depth + k < m ? Y[(depth + k)*l + j] : 0.0;
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int k = 0; k < 16; k++) {
              pair value[4] = {x[k][4*row], x[k][4*row + 1], x[k][4*row + 2], x[k][4*row + 3]};
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 8; r++)
                  sum[r][c] += value[r / 2].at[r % 2] * y[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 8; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 8*row + r, j = left + column + 16*c;
              if (i < n && j < l)
                Z[i*l + j] = (old != 0.0 ? old * Z[i*l + j] : 0.0) + scale * sum[r][c];
            }
        } else { /* a CPU, or another limit of threads */
          for (int i = top + thread; i < top + 64 && i < n; i += threads)
            for (int j = left; j < left + 64 && j < l; j++) {
              double sum = 0.0;
              for (int k = 0; k < m; k++)
                sum += X[i*m + k] * Y[k*l + j];
              Z[i*l + j] = (old != 0.0 ? old * Z[i*l + j] : 0.0) + scale * sum;
            }
        }
      }
    }
}

static void mm2_first_two_level(int n, int m, int l, double A[n][m], double B[m][l], double T[n][l]) {
  multiply(n, m, l, A[0], B[0], T[0], ALPHA, 0.0);
}

static void mm2_second_two_level(int n, int l, double T[n][l], double C[l][l], double D[n][l]) {
  multiply(n, l, l, T[0], C[0], D[0], 1.0, BETA);
}
