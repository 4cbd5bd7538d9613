/* A pragma of the file takes back what options allow. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 70, M = 64 };

#pragma clang fp reassociate(off)

static void sum(const double (*restrict A)[M], double *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 11
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 11
    double warpcc_tile0[128][33];
#line 11
    double warpcc_kept_s[128];
#line 11
    #pragma omp parallel
#line 11
    {
#line 11
      #pragma omp for
#line 11
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
        if (warpcc_row < 70 - warpcc_rows) {
#line 12
          double s = 0;
#line 11
          warpcc_kept_s[warpcc_row] = s;
#line 11
        }
#line 11
      }
#line 11
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 11
        #pragma omp for
#line 11
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 11
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 11
          if (70 - warpcc_rows >= 128) {
#line 11
            #pragma clang loop unroll(full)
#line 11
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 11
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 11
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
#line 11
            }
#line 11
          }
#line 11
        }
#line 11
        #pragma omp for
#line 11
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
          if (warpcc_row < 70 - warpcc_rows) {
#line 11
            double s = warpcc_kept_s[warpcc_row];
#line 11
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 13
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 11
            }
#line 11
            warpcc_kept_s[warpcc_row] = s;
#line 11
          }
#line 11
        }
#line 11
      }
#line 11
      #pragma omp for
#line 11
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
        if (warpcc_row < 70 - warpcc_rows) {
#line 11
          int i = warpcc_rows + warpcc_row;
#line 11
          double s = warpcc_kept_s[warpcc_row];
#line 11
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 13
            s += A[i][j];
#line 11
          }
#line 14
          y[i] = s;
#line 11
        }
#line 11
      }
#line 11
    }
#line 11
  }
#line 16
}

int main(void) {
  double(*A)[M] = malloc(sizeof(double) * N * M), y[N];
  FILL(A[0], N * M);
  sum(A, y);
  SHOW(y, N);
  return 0;
}
