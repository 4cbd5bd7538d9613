/* A team has sixteen rows, a warp four of them, its lanes side by side along the rows; the sums of lanes
 * are added in team memory. */
#include "../bench.h"

static void gesummv_two_level(int n, float *A, float *B, float *x, float *y);

#include "../gesummv.c"

static void gesummv_two_level(int n, float *A, float *B, float *x, float *y) {
#pragma omp target teams distribute map(to: A[0:n*n], B[0:n*n], x[0:n]) map(from: y[0:n])
  for (int top = 0; top < n; top += 16) {
    float part[16][33];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int lane = thread % 32, first = thread / 32 * 4;
        float a[4] = {0.0f, 0.0f, 0.0f, 0.0f}, b[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma omp unroll partial(4)
        for (int j = lane; j < n; j += 32) {
          float value = x[j];
#pragma omp unroll full
          for (int r = 0; r < 4; r++) {
            int i = top + first + r < n ? top + first + r : n - 1;
            a[r] += A[i*n + j] * value;
            b[r] += B[i*n + j] * value;
          }
        }
#pragma omp unroll full
        for (int r = 0; r < 4; r++)
          part[first + r][lane] = ALPHA * a[r] + BETA * b[r];
      }
#pragma omp for nowait
      for (int r = 0; r < 16; r++)
        if (top + r < n) {
          float sum = 0.0f;
          for (int lane = 0; lane < 32; lane++)
            sum += part[r][lane];
          y[top + r] = sum;
        }
    }
  }
}
