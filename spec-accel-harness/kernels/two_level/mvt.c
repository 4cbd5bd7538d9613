/* Rows: a team has sixteen rows, a warp four of them, its lanes side by side along the rows. Columns:
 * a team has sixteen neighbouring columns and shares the rows among groups of its threads. The sums of
 * lanes and groups are added in team memory. */
#include "../bench.h"

static void mvt_rows_two_level(int n, float *A, float *x1, float *y1);
static void mvt_columns_two_level(int n, float *A, float *x2, float *y2);

#include "../mvt.c"

static void mvt_rows_two_level(int n, float *A, float *x1, float *y1) {
#pragma omp target teams distribute map(to: A[0:n*n], y1[0:n]) map(tofrom: x1[0:n])
  for (int top = 0; top < n; top += 16) {
    float part[16][33];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int lane = thread % 32, first = thread / 32 * 4;
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma omp unroll partial(4)
        for (int j = lane; j < n; j += 32) {
          float value = y1[j];
#pragma omp unroll full
          for (int r = 0; r < 4; r++) {
            int i = top + first + r < n ? top + first + r : n - 1;
            sum[r] += A[i*n + j] * value;
          }
        }
#pragma omp unroll full
        for (int r = 0; r < 4; r++)
          part[first + r][lane] = sum[r];
      }
#pragma omp for nowait
      for (int r = 0; r < 16; r++)
        if (top + r < n) {
          float sum = 0.0f;
          for (int lane = 0; lane < 32; lane++)
            sum += part[r][lane];
          x1[top + r] += sum;
        }
    }
  }
}

static void mvt_columns_two_level(int n, float *A, float *x2, float *y2) {
#pragma omp target teams distribute map(to: A[0:n*n], y2[0:n]) map(tofrom: x2[0:n])
  for (int left = 0; left < n; left += 16) {
    float part[8][16];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int i = left + thread % 16;
        float sum = 0.0f;
        if (i < n)
#pragma omp unroll partial(8)
          for (long j = thread / 16; j < n; j += 8)
            sum += A[j*n + i] * y2[j];
        part[thread / 16][thread % 16] = sum;
      }
#pragma omp for nowait
      for (int c = 0; c < 16; c++)
        if (left + c < n) {
          float sum = 0.0f;
          for (int g = 0; g < 8; g++)
            sum += part[g][c];
          x2[left + c] += sum;
        }
    }
  }
}
