/* Update: a team has a tile, a thread eight rows of four columns, lanes side by side. Columns and rows:
 * a team has sixteen, its threads share the sums and add their parts in team memory. */
#include "../bench.h"

static void gemver_update_two_level(int n, float *A, float *B, float *u, float *v);
static void gemver_columns_two_level(int n, float *B, float *y, float *z, float *x);
static void gemver_rows_two_level(int n, float *B, float *x, float *w);

#include "../gemver.c"

static void gemver_update_two_level(int n, float *A, float *B, float *u, float *v) {
#pragma omp target teams distribute collapse(2) map(to: A[0:n*n], u[0:2*n], v[0:2*n]) map(from: B[0:n*n])
  for (int top = 0; top < n; top += 32)
    for (int left = 0; left < n; left += 128) {
#pragma omp parallel for
      for (int thread = 0; thread < 128; thread++) {
        int first = top + thread / 32 * 8, lane = left + thread % 32;
        float v1[4], v2[4];
#pragma omp unroll full
        for (int c = 0; c < 4; c++) {
          int j = lane + 32*c < n ? lane + 32*c : n - 1;
          v1[c] = v[j];
          v2[c] = v[n + j];
        }
        for (long i = first; i < first + 8 && i < n; i++) {
          float u1 = u[i], u2 = u[n + i];
#pragma omp unroll full
          for (int c = 0; c < 4; c++) {
            int j = lane + 32*c;
            if (j < n)
              B[i*n + j] = A[i*n + j] + u1 * v1[c] + u2 * v2[c];
          }
        }
      }
    }
}

static void gemver_columns_two_level(int n, float *B, float *y, float *z, float *x) {
#pragma omp target teams distribute map(to: B[0:n*n], y[0:n], z[0:n]) map(from: x[0:n])
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
            sum += B[j*n + i] * y[j];
        part[thread / 16][thread % 16] = sum;
      }
#pragma omp for nowait
      for (int c = 0; c < 16; c++)
        if (left + c < n) {
          float sum = 0.0f;
          for (int g = 0; g < 8; g++)
            sum += part[g][c];
          x[left + c] = z[left + c] + BETA * sum;
        }
    }
  }
}

static void gemver_rows_two_level(int n, float *B, float *x, float *w) {
#pragma omp target teams distribute map(to: B[0:n*n], x[0:n]) map(from: w[0:n])
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
          float value = x[j];
#pragma omp unroll full
          for (int r = 0; r < 4; r++) {
            int i = top + first + r < n ? top + first + r : n - 1;
            sum[r] += B[i*n + j] * value;
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
          w[top + r] = ALPHA * sum;
        }
    }
  }
}
