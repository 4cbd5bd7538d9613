/* Two directives become one, and what the loop along a row adds to is a scalar: the elements that the two directives hold. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 83, M = 75 };

/* As written, threads would race for an element, where there are rows. */
static void added(int n, const unsigned *restrict A, unsigned *restrict z) {
  #pragma omp target teams distribute map(to: A[0:N*M]) map(tofrom: z[0:N]) //~ plan=combine+scalar(j)+rows(A)
#line 11
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 11
    unsigned warpcc_tile0[128][33];
#line 11
    unsigned warpcc_kept_odd[128];
#line 11
    unsigned warpcc_kept_value_z[128];
#line 11
    #pragma omp parallel
#line 11
    {
#line 11
      #pragma omp for
#line 11
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
        if (warpcc_row < n - warpcc_rows) {
#line 11
          int i = warpcc_rows + warpcc_row;
#line 12
          const unsigned odd = z[i] % 2;
#line 11
          unsigned warpcc_value_z = z[i];
#line 11
          warpcc_kept_odd[warpcc_row] = odd;
#line 11
          warpcc_kept_value_z[warpcc_row] = warpcc_value_z;
#line 11
        }
#line 11
      }
#line 11
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
#line 11
        #pragma omp for
#line 11
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 11
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 11
          if (n - warpcc_rows >= 128) {
#line 11
            #pragma clang loop unroll(full)
#line 11
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 11
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 11
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * M + j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * M + j];
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
          if (warpcc_row < n - warpcc_rows) {
#line 11
            unsigned odd = warpcc_kept_odd[warpcc_row];
#line 11
            unsigned warpcc_value_z = warpcc_kept_value_z[warpcc_row];
#line 11
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 15
              warpcc_value_z += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] + odd;
#line 11
            }
#line 11
            warpcc_kept_value_z[warpcc_row] = warpcc_value_z;
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
        if (warpcc_row < n - warpcc_rows) {
#line 11
          int i = warpcc_rows + warpcc_row;
#line 11
          unsigned odd = warpcc_kept_odd[warpcc_row];
#line 11
          unsigned warpcc_value_z = warpcc_kept_value_z[warpcc_row];
#line 11
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 15
            warpcc_value_z += A[i * M + j] + odd;
#line 11
          }
#line 11
          z[i] = warpcc_value_z;
#line 11
        }
#line 11
      }
#line 11
    }
#line 11
  }
#line 17
}

int main(void) {
  unsigned *A = malloc(sizeof(unsigned) * N * M), z[N];
  FILL(A, N * M);
  FILL(z, N);
  added(0, A, z);
  SHOW(z, N);
  return 0;
}
