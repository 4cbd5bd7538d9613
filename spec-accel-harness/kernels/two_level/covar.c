/* Means: a team has sixteen columns, its threads share the sums and add their parts in team memory. Data
 * less means: a team has a tile, lanes side by side, sixteen rows in a thread. Products: a team has a tile
 * of 64 x 64 elements on or above the diagonal, a thread 8 x 4 of them; sixteen observations at a time are
 * in team memory, and the tile itself for its mirror image. */
#include "../bench.h"

static void covar_means_two_level(int n, int m, float *X, float *mean);
static void covar_centre_two_level(int n, int m, float *X, float *mean);
static void covar_products_two_level(int n, int m, float *X, float *S);

#include "../covar.c"

/* Read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void covar_means_two_level(int n, int m, float *X, float *mean) {
#pragma omp target teams distribute map(to: X[0:n*m]) map(from: mean[0:m])
  for (int left = 0; left < m; left += 16) {
    float part[8][16];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++) {
        int j = left + thread % 16;
        float sum = 0.0f;
        if (j < m)
#pragma omp unroll partial(8)
          for (long i = thread / 16; i < n; i += 8)
            sum += X[i*m + j];
        part[thread / 16][thread % 16] = sum;
      }
#pragma omp for nowait
      for (int c = 0; c < 16; c++)
        if (left + c < m) {
          float sum = 0.0f;
          for (int g = 0; g < 8; g++)
            sum += part[g][c];
          mean[left + c] = sum / (float)n;
        }
    }
  }
}

static void covar_centre_two_level(int n, int m, float *X, float *mean) {
#pragma omp target teams distribute collapse(2) map(to: mean[0:m]) map(tofrom: X[0:n*m])
  for (int top = 0; top < n; top += 32)
    for (int left = 0; left < m; left += 64) {
#pragma omp parallel for
      for (int thread = 0; thread < 128; thread++) {
        int first = top + thread / 64 * 16, j = left + thread % 64, last = first + 16 < n ? first + 16 : n;
        if (j < m) {
          float value = mean[j];
#pragma omp unroll partial(4)
          for (long i = first; i < last; i++)
            X[i*m + j] -= value;
        }
      }
    }
}

static void covar_products_two_level(int n, int m, float *X, float *S) {
#pragma omp target teams distribute collapse(2) map(to: X[0:n*m]) map(from: S[0:m*m])
  for (int top = 0; top < m; top += 64)
    for (int left = 0; left < m; left += 64) {
      quad a[16][16];
      float b[16][64], tile[64][65];
      if (left < top)
        continue;
#pragma omp parallel
      {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (threads == 128) {
          int row = thread / 16, column = thread % 16, line = thread / 64, lane = thread % 64;
          int j = top + lane < m ? top + lane : m - 1, k = left + lane < m ? left + lane : m - 1;
          float sum[8][4] = {{0.0f}};
          for (long depth = 0; depth < n; depth += 16) {
#pragma omp unroll full
            for (int s = 0; s < 16; s += 2) {
              int inside = depth + line + s < n;
              a[line + s][lane / 4].at[lane % 4] = inside ? X[(depth + line + s)*m + j] : 0.0f;
              b[line + s][lane] = inside ? X[(depth + line + s)*m + k] : 0.0f;
            }
#pragma omp barrier
#pragma omp unroll partial(4)
            for (int i = 0; i < 16; i++) {
              quad value[2] = {a[i][2*row], a[i][2*row + 1]};
#pragma omp unroll full
              for (int c = 0; c < 4; c++)
#pragma omp unroll full
                for (int r = 0; r < 8; r++)
                  sum[r][c] += value[r / 4].at[r % 4] * b[i][column + 16*c];
            }
#pragma omp barrier
          }
#pragma omp unroll full
          for (int r = 0; r < 8; r++)
#pragma omp unroll full
            for (int c = 0; c < 4; c++) {
              int y = 8*row + r, x = column + 16*c;
              tile[x][y] = sum[r][c];
              if (top + y < m && left + x < m)
                S[(top + y)*m + left + x] = sum[r][c];
            }
#pragma omp barrier
          if (left > top && top + lane < m)
            for (int x = line; x < 64 && left + x < m; x += 2)
              S[(left + x)*m + top + lane] = tile[x][lane];
        } else { /* a CPU, or another limit of threads */
          for (int j = top + thread; j < top + 64 && j < m; j += threads)
            for (int k = j > left ? j : left; k < left + 64 && k < m; k++) {
              float sum = 0.0f;
              for (int i = 0; i < n; i++)
                sum += X[i*m + j] * X[i*m + k];
              S[j*m + k] = S[k*m + j] = sum;
            }
        }
      }
    }
}
