/* Rows that are accumulated into elements come through team memory. */
/* warpcc-flags: -O2 */
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
    int warpcc_holds = (__int128)m >= 32;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+rows(A)
#line 10
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 10
    double warpcc_tile0[128][33];
#line 10
    double warpcc_kept_value_x[128];
#line 10
    #pragma omp parallel
#line 10
    {
#line 10
      #pragma omp for
#line 10
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 10
        if (warpcc_row < n - warpcc_rows) {
#line 10
          int i = warpcc_rows + warpcc_row;
#line 10
          double warpcc_value_x = x[i];
#line 10
          warpcc_kept_value_x[warpcc_row] = warpcc_value_x;
#line 10
        }
#line 10
      }
#line 10
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 10
        #pragma omp for
#line 10
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 10
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 10
          if (n - warpcc_rows >= 128) {
#line 10
            #pragma clang loop unroll(full)
#line 10
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 10
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 10
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 10
            }
#line 10
          } else {
#line 10
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
              int i = warpcc_rows + warpcc_row;
#line 10
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 10
            }
#line 10
          }
#line 10
        }
#line 10
        #pragma omp for
#line 10
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 10
          if (warpcc_row < n - warpcc_rows) {
#line 10
            double warpcc_value_x = warpcc_kept_value_x[warpcc_row];
#line 10
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 12
              warpcc_value_x += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * y[j];
#line 10
            }
#line 10
            warpcc_kept_value_x[warpcc_row] = warpcc_value_x;
#line 10
          }
#line 10
        }
#line 10
      }
#line 10
      #pragma omp for
#line 10
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 10
        if (warpcc_row < n - warpcc_rows) {
#line 10
          int i = warpcc_rows + warpcc_row;
#line 10
          double warpcc_value_x = warpcc_kept_value_x[warpcc_row];
#line 10
          for (int j = m / 32 * 32; j < m; j++) {
#line 12
            warpcc_value_x += A[i * m + j] * y[j];
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
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+rows(A)
#line 10
  for (int i = 0; i < n; i++) {
    { if (0 < m) { double warpcc_value_x = x[i]; for (int j = 0; j < m; j++) {
      warpcc_value_x += A[i * m + j] * y[j]; } x[i] = warpcc_value_x; } } //~ A: sectors=8..32->8..9
  }
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* Two sums of one row, one of an array of the program. */
static void two(const float (*restrict A)[M], float *restrict x, int *restrict count) {
  #pragma omp target teams distribute map(to: A[0:N]) map(tofrom: x[0:N], count[0:N]) //~ plan=scalar(j)+rows(A)
#line 19
  for (int warpcc_rows = 0; warpcc_rows < 131; warpcc_rows += 128) {
#line 19
    float warpcc_tile0[128][33];
#line 19
    int warpcc_kept_value_count[128];
#line 19
    float warpcc_kept_value_x[128];
#line 19
    #pragma omp parallel
#line 19
    {
#line 19
      #pragma omp for
#line 19
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 19
        if (warpcc_row < 131 - warpcc_rows) {
#line 19
          int i = warpcc_rows + warpcc_row;
#line 20
          x[i] = 1;
#line 19
          int warpcc_value_count = count[i];
#line 19
          float warpcc_value_x = x[i];
#line 19
          warpcc_kept_value_count[warpcc_row] = warpcc_value_count;
#line 19
          warpcc_kept_value_x[warpcc_row] = warpcc_value_x;
#line 19
        }
#line 19
      }
#line 19
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
#line 19
        #pragma omp for
#line 19
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 19
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 19
          if (131 - warpcc_rows >= 128) {
#line 19
            #pragma clang loop unroll(full)
#line 19
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 19
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 19
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 19
            }
#line 19
          } else {
#line 19
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 131 - warpcc_rows; warpcc_row += 4) {
#line 19
              int i = warpcc_rows + warpcc_row;
#line 19
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
#line 19
            }
#line 19
          }
#line 19
        }
#line 19
        #pragma omp for
#line 19
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 19
          if (warpcc_row < 131 - warpcc_rows) {
#line 19
            int warpcc_value_count = warpcc_kept_value_count[warpcc_row];
#line 19
            float warpcc_value_x = warpcc_kept_value_x[warpcc_row];
#line 19
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 22
              const float own = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 23
              if (own > 3) warpcc_value_count = warpcc_value_count + 1;
#line 24
              warpcc_value_count ^= j;
#line 25
              warpcc_value_x = warpcc_value_x * 0.5f + own;
#line 19
            }
#line 19
            warpcc_kept_value_count[warpcc_row] = warpcc_value_count;
#line 19
            warpcc_kept_value_x[warpcc_row] = warpcc_value_x;
#line 19
          }
#line 19
        }
#line 19
      }
#line 19
      #pragma omp for
#line 19
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 19
        if (warpcc_row < 131 - warpcc_rows) {
#line 19
          int i = warpcc_rows + warpcc_row;
#line 19
          int warpcc_value_count = warpcc_kept_value_count[warpcc_row];
#line 19
          float warpcc_value_x = warpcc_kept_value_x[warpcc_row];
#line 19
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 22
            const float own = A[i][j];
#line 23
            if (own > 3) warpcc_value_count = warpcc_value_count + 1;
#line 24
            warpcc_value_count ^= j;
#line 25
            warpcc_value_x = warpcc_value_x * 0.5f + own;
#line 19
          }
#line 19
          count[i] = warpcc_value_count;
#line 19
          x[i] = warpcc_value_x;
#line 27
          x[i] += count[i];
#line 19
        }
#line 19
      }
#line 19
    }
#line 19
  }
#line 29
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[N], y[M];
  float (*F)[M] = malloc(sizeof(float) * N * M), f[N];
  int count[N];
  FILL(A, N * M);
  FILL(x, N);
  FILL(y, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(count, N);
  sums(N, M, A, y, x);
  SHOW(x, N);
  sums(N, 31, A, y, x);
  SHOW(x, N);
  sums(N, 0, A, y, x);
  SHOW(x, N);
  two((const float (*)[M])F, f, count);
  SHOW(f, N);
  SHOW(count, N);
  return 0;
}
