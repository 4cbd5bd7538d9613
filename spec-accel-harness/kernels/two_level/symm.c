/* A team has a tile of 64 x 64 elements of C, a thread 8 x 4 of them; sixteen columns of S and rows of B at
 * a time are in team memory. Lanes read A along its rows for the part of S below its diagonal, and for
 * the part above, which is A transposed, too. */
#include "../bench.h"

static void symm_two_level(int n, int m, float *A, float *B, float *C);

#include "../symm.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void symm_two_level(int n, int m, float *A, float *B, float *C) {
#pragma omp target teams distribute collapse(2) map(to: A[0:n*n], B[0:n*m]) map(tofrom: C[0:n*m])
  for (int top = 0; top < n; top += 64)
    for (int left = 0; left < m; left += 64) {
      quad a[16][17];
      float b[16][64];
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16;
          float sum[8][4] = {{0.0f}};
          for (int depth = 0; depth < n; depth += 16) {
            if (depth < top + 64)
#pragma omp unroll full
              for (int s = 0; s < 8; s++) {
                int r = row + 8*s, i = top + r, k = depth + column;
                if (k <= i)
                  a[column][r / 4].at[r % 4] = i < n ? A[i*n + k] : 0.0f;
              }
            if (depth + 15 > top)
#pragma omp unroll full
              for (int s = 0; s < 8; s++) {
                int r = thread % 64, i = top + r, q = thread / 64 + 2*s, k = depth + q;
                if (k > i)
                  a[q][r / 4].at[r % 4] = k < n ? A[k*n + i] : 0.0f;
              }
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int k = thread / 64 + 2*s, c = thread % 64, j = left + c < m ? left + c : m - 1;
              b[k][c] = depth + k < n ? B[(depth + k)*m + j] : 0.0f;
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int k = 0; k < 16; k++) {
              quad value[2] = {a[k][2*row], a[k][2*row + 1]};
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 8; r++)
                  sum[r][c] += value[r / 4].at[r % 4] * b[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 8; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 8*row + r, j = left + column + 16*c;
              if (i < n && j < m)
                C[i*m + j] = BETA * C[i*m + j] + ALPHA * sum[r][c];
            }
        } else { /* a CPU, or another limit of threads */
          for (int i = top + thread; i < top + 64 && i < n; i += threads)
            for (int j = left; j < left + 64 && j < m; j++) {
              float sum = 0.0f;
              for (int k = 0; k < n; k++)
                sum += (k <= i ? A[i*n + k] : A[k*n + i]) * B[k*m + j];
              C[i*m + j] = BETA * C[i*m + j] + ALPHA * sum;
            }
        }
      }
    }
}
