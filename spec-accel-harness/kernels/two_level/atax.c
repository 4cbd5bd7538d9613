/* Rows: a team has sixteen rows, a warp four of them, its lanes side by side along the rows. Columns:
 * a team has sixteen neighbouring columns and shares the rows among groups of its threads. The sums of
 * lanes and groups are added in team memory. */
#include "../bench.h"

static void atax_rows_two_level(int n, int m, float *A, float *x, float *t);
static void atax_columns_two_level(int n, int m, float *A, float *t, float *y);

#include "../atax.c"

static void atax_rows_two_level(int n, int m, float *A, float *x, float *t) {
#pragma omp target teams distribute map(to: A[0:n*m], x[0:m]) map(from: t[0:n])
  for (int top = 0; top < n; top += 16) {
    float part[16][33];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int lane = thread % 32, first = thread / 32 * 4;
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma omp unroll partial(4)
        for (int j = lane; j < m; j += 32) {
          float value = x[j];
#pragma omp unroll full
          for (int r = 0; r < 4; r++) {
            int i = top + first + r < n ? top + first + r : n - 1;
            sum[r] += A[i*m + j] * value;
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
          t[top + r] = sum;
        }
    }
  }
}

static void atax_columns_two_level(int n, int m, float *A, float *t, float *y) {
#pragma omp target teams distribute map(to: A[0:n*m], t[0:n]) map(from: y[0:m])
  for (int left = 0; left < m; left += 16) {
    float part[8][16];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int j = left + thread % 16;
        /* Four short sums rather than a long one: the terms are large and of both signs. */
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        if (j < m) {
          long i = thread / 16;
          for (; i < n - 24; i += 32)
#pragma omp unroll full
            for (int s = 0; s < 4; s++)
              sum[s] += A[(i + 8*s)*m + j] * t[i + 8*s];
          for (; i < n; i += 8)
            sum[0] += A[i*m + j] * t[i];
        }
        part[thread / 16][thread % 16] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      }
#pragma omp for nowait
      for (int c = 0; c < 16; c++)
        if (left + c < m) {
          float sum = 0.0f;
          for (int g = 0; g < 8; g++)
            sum += part[g][c];
          y[left + c] = sum;
        }
    }
  }
}
