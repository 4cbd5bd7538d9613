/* A team has 32 rows (r, q), and one tile after another of 64 elements of each, a thread 4 x 4 elements;
 * sixteen columns of A and rows of W at a time are in team memory. Only the last tile's elements go
 * to A at once, for until then the rows are read. */
#include "../bench.h"

static void doitgen_two_level(int nr, int nq, int np, float *A, float *W, float *T);

#include "../doitgen.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void doitgen_two_level(int nr, int nq, int np, float *A, float *W, float *T) {
#pragma omp target teams distribute map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])
  for (int top = 0; top < nr * nq; top += 32) {
    quad a[16][9];
    float w[16][64];
#pragma omp parallel
    {
      int thread = omp_get_thread_num(), threads = omp_get_num_threads();
      int end = top + 32 < nr * nq ? top + 32 : nr * nq;
      if (threads == 128) {
        int row = thread / 16, column = thread % 16;
        for (int left = 0; left < np; left += 64) {
          float sum[4][4] = {{0.0f}};
          for (long depth = 0; depth < np; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 4; s++) {
              int r = row + 8*s, i = top + r < end ? top + r : end - 1;
              a[column][r / 4].at[r % 4] = depth + column < np ? A[i*np + depth + column] : 0.0f;
            }
#pragma omp unroll full
            for (int s = 0; s < 8; s++) {
              int k = thread / 64 + 2*s, c = thread % 64, p = left + c < np ? left + c : np - 1;
              w[k][c] = depth + k < np ? W[(depth + k)*np + p] : 0.0f;
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int k = 0; k < 16; k++) {
              quad value = a[k][row];
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 4; r++)
                  sum[r][c] += value.at[r] * w[k][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 4; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 4*row + r, p = left + column + 16*c;
              if (i < end && p < np) {
                T[i*np + p] = sum[r][c];
                if (left + 64 >= np)
                  A[i*np + p] = sum[r][c];
              }
            }
          /* Lanes come together again. */
#pragma omp barrier
        }
        /* The other tiles' elements: each thread wrote those that it reads here. */
        for (int left = 0; left + 64 < np; left += 64)
#pragma omp unroll full
          for (int r = 0; r < 4; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int i = top + 4*row + r, p = left + column + 16*c;
              if (i < end)
                A[i*np + p] = T[i*np + p];
            }
      } else { /* a CPU, or another limit of threads */
        for (int i = top + thread; i < end; i += threads) {
          for (int p = 0; p < np; p++) {
            float sum = 0.0f;
            for (int s = 0; s < np; s++)
              sum += A[i*np + s] * W[s*np + p];
            T[i*np + p] = sum;
          }
          for (int p = 0; p < np; p++)
            A[i*np + p] = T[i*np + p];
        }
      }
    }
  }
}
