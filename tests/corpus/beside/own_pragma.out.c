/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* The teams have a pragma of their own, where a clause about them would have to stand. */
#include "../check.h"

enum { N = 700, M = 96 };
static int a[N * M], s[N];

static void sums(int n, int m, const int *restrict x, int *restrict y) {
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n]) //~ plan=none WC211
  #pragma omp distribute parallel for num_threads(32)
  for (int i = 0; i < n; i++) {
    int t = 0;
    for (int j = 0; j < m; j++)
      t = t * 3 ^ x[i * m + j];
    y[i] += t;
  }
}

static void without(int n, int m, const int *restrict x, int *restrict y) {
#line 21
  {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 21
    int warpcc_holds = (__int128)m >= 32;
#line 21
    #pragma clang diagnostic pop
#line 21
    if (warpcc_holds) {
#line 21
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(x) WC109
  #pragma omp distribute
#line 23
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 23
    int warpcc_tile0[128][33];
#line 23
    int warpcc_kept_t[128];
#line 23
    #pragma omp parallel
#line 23
    {
#line 23
      #pragma omp for
#line 23
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 23
        if (warpcc_row < n - warpcc_rows) {
#line 24
          int t = 0;
#line 23
          warpcc_kept_t[warpcc_row] = t;
#line 23
        }
#line 23
      }
#line 23
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 23
        #pragma omp for
#line 23
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 23
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 23
          if (n - warpcc_rows >= 128) {
#line 23
            #pragma clang loop unroll(full)
#line 23
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 23
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 23
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[i * m + j];
#line 23
            }
#line 23
          } else {
#line 23
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 23
              int i = warpcc_rows + warpcc_row;
#line 23
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[i * m + j];
#line 23
            }
#line 23
          }
#line 23
        }
#line 23
        #pragma omp for
#line 23
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 23
          if (warpcc_row < n - warpcc_rows) {
#line 23
            int t = warpcc_kept_t[warpcc_row];
#line 23
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 26
              t = t * 3 ^ warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 23
            }
#line 23
            warpcc_kept_t[warpcc_row] = t;
#line 23
          }
#line 23
        }
#line 23
      }
#line 23
      #pragma omp for
#line 23
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 23
        if (warpcc_row < n - warpcc_rows) {
#line 23
          int i = warpcc_rows + warpcc_row;
#line 23
          int t = warpcc_kept_t[warpcc_row];
#line 23
          for (int j = m / 32 * 32; j < m; j++) {
#line 26
            t = t * 3 ^ x[i * m + j];
#line 23
          }
#line 27
          y[i] += t;
#line 23
        }
#line 23
      }
#line 23
    }
#line 23
  }
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 21
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(x) WC109
  #pragma omp distribute parallel for
#line 23
  for (int i = 0; i < n; i++) {
    int t = 0;
    for (int j = 0; j < m; j++)
      t = t * 3 ^ x[i * m + j];
    y[i] += t;
  }
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

int main(void) {
  FILL(a, N * M);
  sums(N, M, a, s);
  without(N, M, a, s);
  SHOW(s, N);
  return 0;
}
