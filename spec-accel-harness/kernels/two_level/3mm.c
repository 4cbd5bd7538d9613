/* A team has a tile of 64 x 64 elements of a product, a thread 8 x 4 of them; sixteen columns of the left
 * matrix and rows of the right one at a time are in team memory. */
#include "../bench.h"

static void mm3_left_two_level(int n, const float *A, const float *B, float *E);
static void mm3_right_two_level(int n, const float *C, const float *D, float *F);
static void mm3_both_two_level(int n, const float *E, const float *F, float *G);

#include "../3mm.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

/* Z = X*Y. */
static void multiply(int n, const float *X, const float *Y, float *Z) {
#pragma omp target teams distribute collapse(2)
  for (int top = 0; top < n; top += 64)
    for (int left = 0; left < n; left += 64) {
      quad x[16][17];
      float y[16][64];
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16;
          float sum[8][4] = {{0.0f}};
          for (long depth = 0; depth < n; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int r = row + 8*s, i = top + r < n ? top + r : n - 1;
              x[column][r / 4].at[r % 4] = depth + column < n ? X[i*n + depth + column] : 0.0f;
            }
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int k = thread / 64 + 2*s, c = thread % 64, j = left + c < n ? left + c : n - 1;
              y[k][c] = depth + k < n ? Y[(depth + k)*n + j] : 0.0f;
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int k = 0; k < 16; k++) {
              quad value[2] = {x[k][2*row], x[k][2*row + 1]};
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 8; r++)
                  sum[r][c] += value[r / 4].at[r % 4] * y[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 8; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 8*row + r, j = left + column + 16*c;
              if (i < n && j < n)
                Z[i*n + j] = sum[r][c];
            }
        } else { /* a CPU, or another limit of threads */
          for (int i = top + thread; i < top + 64 && i < n; i += threads)
            for (int j = left; j < left + 64 && j < n; j++) {
              float sum = 0.0f;
              for (int k = 0; k < n; k++)
                sum += X[i*n + k] * Y[k*n + j];
              Z[i*n + j] = sum;
            }
        }
      }
    }
}

static void mm3_left_two_level(int n, const float *A, const float *B, float *E) { multiply(n, A, B, E); }

static void mm3_right_two_level(int n, const float *C, const float *D, float *F) { multiply(n, C, D, F); }

static void mm3_both_two_level(int n, const float *E, const float *F, float *G) { multiply(n, E, F, G); }
