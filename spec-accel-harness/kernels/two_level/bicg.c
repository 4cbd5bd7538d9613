/* Rows: a team has sixteen rows, a warp four of them, its lanes side by side along the rows. Columns:
 * a team has eight neighbouring columns and shares the rows among groups of its threads. The sums of
 * lanes and groups are added in team memory. */
#include "../bench.h"

static void bicg_rows_two_level(int n, int m, double *A, double *p, double *q);
static void bicg_columns_two_level(int n, int m, double *A, double *r, double *s);

#include "../bicg.c"

static void bicg_rows_two_level(int n, int m, double *A, double *p, double *q) {
#pragma omp target teams distribute map(to: A[0:n*m], p[0:m]) map(from: q[0:n])
  for (int top = 0; top < n; top += 16) {
    double part[16][33];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int lane = thread % 32, first = thread / 32 * 4;
        double sum[4] = {0.0, 0.0, 0.0, 0.0};
#pragma omp unroll partial(4)
        for (int j = lane; j < m; j += 32) {
          double value = p[j];
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
          double sum = 0.0;
          for (int lane = 0; lane < 32; lane++)
            sum += part[r][lane];
          q[top + r] = sum;
        }
    }
  }
}

static void bicg_columns_two_level(int n, int m, double *A, double *r, double *s) {
#pragma omp target teams distribute map(to: A[0:n*m], r[0:n]) map(from: s[0:m])
  for (int left = 0; left < m; left += 8) {
    double part[16][8];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int j = left + thread % 8;
        double sum = 0.0;
        if (j < m)
#pragma omp unroll partial(8)
          for (long i = thread / 8; i < n; i += 16)
            sum += r[i] * A[i*m + j];
        part[thread / 8][thread % 8] = sum;
      }
#pragma omp for nowait
      for (int c = 0; c < 8; c++)
        if (left + c < m) {
          double sum = 0.0;
          for (int g = 0; g < 16; g++)
            sum += part[g][c];
          s[left + c] = sum;
        }
    }
  }
}
