/* The lanes of a warp share rows that are accumulated into elements. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 131, M = 75 };

static void sums(int n, int m, const double *A, const double *y, double *x) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)m >= 64 && 2147483616 >= (__int128)m;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+warps(j)
#line 10
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 10
    double warpcc_part_value_x[16][33];
#line 10
    #pragma omp parallel
#line 10
    {
#line 10
      #pragma omp for
#line 10
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 10
        if (n - warpcc_rows >= 16) {
#line 10
          double warpcc_kept_value_x[4];
#line 10
          #pragma clang loop unroll(full)
#line 10
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
            warpcc_kept_value_x[warpcc_pass] = 0.0;
#line 10
          }
#line 10
          for (int j = warpcc_item % 32; j < m; j += 32) {
#line 10
            #pragma clang loop unroll(full)
#line 10
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 10
              double warpcc_value_x = warpcc_kept_value_x[warpcc_pass];
#line 12
              warpcc_value_x += A[i * m + j] * y[j];
#line 10
              warpcc_kept_value_x[warpcc_pass] = warpcc_value_x;
#line 10
            }
#line 10
          }
#line 10
          #pragma clang loop unroll(full)
#line 10
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
            warpcc_part_value_x[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_value_x[warpcc_pass];
#line 10
          }
#line 10
        } else {
#line 10
          for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
            int i = warpcc_rows + warpcc_row;
#line 10
            double warpcc_value_x = 0.0;
#line 10
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 12
              warpcc_value_x += A[i * m + j] * y[j];
#line 10
            }
#line 10
            warpcc_part_value_x[warpcc_row][warpcc_item % 32] = warpcc_value_x;
#line 10
          }
#line 10
        }
#line 10
      }
#line 10
      #pragma omp for
#line 10
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 10
        if (warpcc_row < n - warpcc_rows) {
#line 10
          int i = warpcc_rows + warpcc_row;
#line 10
          double warpcc_value_x = x[i];
#line 10
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 10
            double warpcc_one_value_x = warpcc_part_value_x[warpcc_row][warpcc_lane];
#line 10
            warpcc_value_x = warpcc_value_x + warpcc_one_value_x;
#line 10
          }
#line 10
          x[i] = warpcc_value_x;
#line 10
        }
#line 10
      }
#line 10
    }
#line 10
  }
#line 10
  

 //~ A: sectors=8..32->8..9
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+warps(j)
#line 10
  for (int i = 0; i < n; i++)
    { if (0 < m) { double warpcc_value_x = x[i]; for (int j = 0; j < m; j++) {
      warpcc_value_x += A[i * m + j] * y[j]; } x[i] = warpcc_value_x; } }
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

/* A sum of an element and one of a variable. */
static void two(const float (*restrict A)[M], float *restrict x, unsigned *restrict z) {
  #pragma omp target teams distribute map(to: A[0:N]) map(tofrom: x[0:N], z[0:N]) //~ plan=scalar(j)+warps(j)
#line 18
  for (int warpcc_rows = 0; warpcc_rows < 131; warpcc_rows += 16) {
#line 18
    unsigned warpcc_part_count[16][33];
#line 18
    float warpcc_part_value_x[16][33];
#line 18
    #pragma omp parallel
#line 18
    {
#line 18
      #pragma omp for
#line 18
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 18
        if (131 - warpcc_rows >= 16) {
#line 18
          unsigned warpcc_kept_count[4];
#line 18
          float warpcc_kept_value_x[4];
#line 18
          #pragma clang loop unroll(full)
#line 18
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 18
            warpcc_kept_count[warpcc_pass] = 0u;
#line 18
            warpcc_kept_value_x[warpcc_pass] = 0.0f;
#line 18
          }
#line 18
          for (int j = warpcc_item % 32; j < 75; j += 32) {
#line 18
            #pragma clang loop unroll(full)
#line 18
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 18
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 18
              unsigned count = warpcc_kept_count[warpcc_pass];
#line 18
              float warpcc_value_x = warpcc_kept_value_x[warpcc_pass];
#line 22
              warpcc_value_x += A[i][j];
#line 23
              count += (unsigned)(i + j) % 7;
#line 18
              warpcc_kept_count[warpcc_pass] = count;
#line 18
              warpcc_kept_value_x[warpcc_pass] = warpcc_value_x;
#line 18
            }
#line 18
          }
#line 18
          #pragma clang loop unroll(full)
#line 18
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 18
            warpcc_part_count[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_count[warpcc_pass];
#line 18
            warpcc_part_value_x[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_value_x[warpcc_pass];
#line 18
          }
#line 18
        } else {
#line 18
          for (int warpcc_row = warpcc_item / 32; warpcc_row < 131 - warpcc_rows; warpcc_row += 4) {
#line 18
            int i = warpcc_rows + warpcc_row;
#line 18
            unsigned count = 0u;
#line 18
            float warpcc_value_x = 0.0f;
#line 18
            for (int j = warpcc_item % 32; j < 75; j += 32) {
#line 22
              warpcc_value_x += A[i][j];
#line 23
              count += (unsigned)(i + j) % 7;
#line 18
            }
#line 18
            warpcc_part_count[warpcc_row][warpcc_item % 32] = count;
#line 18
            warpcc_part_value_x[warpcc_row][warpcc_item % 32] = warpcc_value_x;
#line 18
          }
#line 18
        }
#line 18
      }
#line 18
      #pragma omp for
#line 18
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 18
        if (warpcc_row < 131 - warpcc_rows) {
#line 18
          int i = warpcc_rows + warpcc_row;
#line 19
          unsigned count = z[i];
#line 20
          x[i] = 1;
#line 18
          float warpcc_value_x = x[i];
#line 18
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 18
            unsigned warpcc_one_count = warpcc_part_count[warpcc_row][warpcc_lane];
#line 18
            count = count + warpcc_one_count;
#line 18
            float warpcc_one_value_x = warpcc_part_value_x[warpcc_row][warpcc_lane];
#line 18
            warpcc_value_x = warpcc_value_x + warpcc_one_value_x;
#line 18
          }
#line 18
          x[i] = warpcc_value_x;
#line 25
          z[i] = count;
#line 26
          x[i] = x[i] / 2;
#line 18
        }
#line 18
      }
#line 18
    }
#line 18
  }
#line 28
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[N], y[M];
  float (*F)[M] = malloc(sizeof(float) * N * M), f[N];
  unsigned z[N];
  FILL(A, N * M);
  FILL(x, N);
  FILL(y, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(z, N);
  sums(N, M, A, y, x);
  SHOW(x, N);
  sums(N, 63, A, y, x);
  SHOW(x, N);
  sums(N, 0, A, y, x);
  SHOW(x, N);
  two((const float (*)[M])F, f, z);
  SHOW(f, N);
  SHOW(z, N);
  return 0;
}
