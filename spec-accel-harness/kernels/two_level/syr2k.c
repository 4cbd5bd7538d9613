/* A team has a tile of 64 x 64 elements of C, a thread 8 x 4 of them; sixteen columns of the tile's rows of
 * A and B at a time are in team memory, transposed. */
#include "../bench.h"

static void syr2k_two_level(int n, int m, float *A, float *B, float *C);

#include "../syr2k.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void syr2k_two_level(int n, int m, float *A, float *B, float *C) {
#pragma omp target teams distribute collapse(2) map(to: A[0:n*m], B[0:n*m]) map(tofrom: C[0:n*n])
  for (int top = 0; top < n; top += 64)
    for (int left = 0; left < n; left += 64) {
      quad a1[16][17], b1[16][17];
      float a2[16][66], b2[16][66];
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16;
          float sum[8][4] = {{0.0f}};
          for (long depth = 0; depth < m; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int r = row + 8*s;
              int i = top + r < n ? top + r : n - 1, j = left + r < n ? left + r : n - 1;
              int inside = depth + column < m;
              a1[column][r / 4].at[r % 4] = inside ? A[i*m + depth + column] : 0.0f;
              b1[column][r / 4].at[r % 4] = inside ? B[i*m + depth + column] : 0.0f;
              a2[column][r] = inside ? A[j*m + depth + column] : 0.0f;
              b2[column][r] = inside ? B[j*m + depth + column] : 0.0f;
            }
#pragma omp barrier
#pragma omp unroll partial(2)
            for (int k = 0; k < 16; k++) {
              quad a[2] = {a1[k][2*row], a1[k][2*row + 1]}, b[2] = {b1[k][2*row], b1[k][2*row + 1]};
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 8; r++)
                  sum[r][c] += a[r / 4].at[r % 4] * b2[k][column + 16*c]
                               + b[r / 4].at[r % 4] * a2[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 8; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 8*row + r, j = left + column + 16*c;
              if (i < n && j < n)
                C[i*n + j] = BETA * C[i*n + j] + ALPHA * sum[r][c];
            }
        } else { /* a CPU, or another limit of threads */
          for (int i = top + thread; i < top + 64 && i < n; i += threads)
            for (int j = left; j < left + 64 && j < n; j++) {
              float sum = 0.0f;
              for (int k = 0; k < m; k++)
                sum += A[i*m + k] * B[j*m + k] + B[i*m + k] * A[j*m + k];
              C[i*n + j] = BETA * C[i*n + j] + ALPHA * sum;
            }
        }
      }
    }
}
