/* A team has four rows, a warp one of them, and one piece of 512 columns after another, from left to right;
 * a thread has 17 neighbouring columns in registers and takes them through up to 32 time steps. The 32
 * columns to the right of a piece, on which it depends, still have their old values; each step leaves
 * one less of them right. */
#include "../bench.h"

static void jacobi2d_alt_two_level(int steps, int n, float *A, float *B);

#include "../jacobi2d_alt.c"

static void jacobi2d_alt_two_level(int steps, int n, float *A, float *B) {
#pragma omp target teams distribute map(tofrom: A[0:n*n], B[0:n*n])
  for (int top = 1; top < n - 1; top += 4) {
    float piece[4][32*17], edge[2][4][32];
#pragma omp parallel
    {
      int thread = omp_get_thread_num(), threads = omp_get_num_threads();
      if (threads == 128) {
        int row = thread / 32, lane = thread % 32, i = top + row < n - 1 ? top + row : n - 2;
        for (int begin = 0; begin < steps; begin += 32)
          for (int left = 0; left < n - 1; left += 512) {
            int end = begin + 32 < steps ? begin + 32 : steps, first = left + 17*lane;
            float x[17];
#pragma omp unroll full
            for (int c = 0; c < 17; c++) {
              int j = left + lane + 32*c;
              piece[row][lane + 32*c] = A[i*n + (j < n ? j : n - 1)];
            }
#pragma omp barrier
#pragma omp unroll full
            for (int c = 0; c < 17; c++)
              x[c] = piece[row][17*lane + c];
            for (int t = begin; t < end; t++) {
              edge[t % 2][row][lane] = x[0];
#pragma omp barrier
              float right = edge[t % 2][row][lane < 31 ? lane + 1 : 31];
              if (first > 0 && first + 17 < n) {
#pragma omp unroll full
                for (int c = 0; c < 17; c++)
                  x[c] = FACTOR * (x[c] + (c < 16 ? x[c + 1] : right));
              } else {
#pragma omp unroll full
                for (int c = 0; c < 17; c++)
                  if (first + c > 0 && first + c < n - 1)
                    x[c] = FACTOR * (x[c] + (c < 16 ? x[c + 1] : right));
              }
            }
#pragma omp unroll full
            for (int c = 0; c < 17; c++)
              piece[row][17*lane + c] = x[c];
#pragma omp barrier
#pragma omp unroll full
            for (int c = 0; c < 16; c++) {
              int j = left + lane + 32*c;
              if (top + row < n - 1 && j > 0 && j < n - 1)
                A[i*n + j] = B[i*n + j] = piece[row][lane + 32*c];
            }
#pragma omp barrier
          }
      } else { /* a CPU, or another limit of threads */
        for (int i = top + thread; i < top + 4 && i < n - 1; i += threads)
          for (int t = 0; t < steps; t++) {
            for (int j = 1; j < n - 1; j++)
              B[i*n + j] = FACTOR * (A[i*n + j] + A[i*n + j + 1]);
            for (int j = 1; j < n - 1; j++)
              A[i*n + j] = B[i*n + j];
          }
      }
    }
  }
}
