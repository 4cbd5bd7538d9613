/* A team has a tile of 32 x 64 elements of C, a thread 4 x 4 of them; sixteen columns of A and rows of B
 * at a time are in team memory. */
#include "../bench.h"

static void gemm_two_level(float *A, float *B, float *C);

#include "../gemm.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void gemm_two_level(float *A, float *B, float *C) {
#pragma omp target teams distribute collapse(2) map(to: A[0:NI*NK], B[0:NK*NJ]) map(tofrom: C[0:NI*NJ])
  for (int top = 0; top < NI; top += 32)
    for (int left = 0; left < NJ; left += 64) {
      quad a[16][9];
      float b[16][64];
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16;
          float sum[4][4] = {{0.0f}};
          for (long depth = 0; depth < NK; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 4; s++) {
              int r = row + 8*s;
              a[column][r / 4].at[r % 4] = A[(top + r)*NK + depth + column];
            }
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int k = thread / 64 + 2*s, c = thread % 64;
              b[k][c] = B[(depth + k)*NJ + left + c];
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int k = 0; k < 16; k++) {
              quad value = a[k][row];
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 4; r++)
                  sum[r][c] += value.at[r] * b[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 4; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int at = (top + 4*row + r)*NJ + left + column + 16*c;
              C[at] = BETA * C[at] + ALPHA * sum[r][c];
            }
        } else { /* a CPU, or another limit of threads */
          for (int i = top + thread; i < top + 32; i += threads)
            for (int j = left; j < left + 64; j++) {
              float sum = 0.0f;
              for (int k = 0; k < NK; k++)
                sum += A[i*NK + k] * B[k*NJ + j];
              C[i*NJ + j] = BETA * C[i*NJ + j] + ALPHA * sum;
            }
        }
      }
    }
}
