/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* Names that mean something else where a fetch, or the text without the braces of a block, has them: the rows stay as they are. */
#include "../check.h"
enum { N = 130, M = 100 };
static int a[N * M], o[N];

/* The counter along the row is called like the counter of the rows. */
static void counters(int n, int m, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int r = i;
    int sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[r * m + i];
    o[r] = sum;
  }
}

/* It is called like the end of the rows. */
static void ends(int n, int m, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    const int *row = a + i * m;
    int sum = 0;
    for (int n = 0; n < m; n++)
      sum += row[n];
    o[i] = sum;
  }
}

/* A variable of a block hides a parameter, which is used behind the block. */
static void blocks(int n, int m, int k, const int *restrict a, int *restrict o) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    {
      int k = 2;
      s += k;
    }
    o[i] = s + k;
  }
}

/* It hides nothing that is used behind it. */
static void apart(int n, int m, int k, const int *restrict a, int *restrict o) {
#line 49
  {
#line 49
    #pragma clang diagnostic push
#line 49
    #pragma clang diagnostic ignored "-Weverything"
#line 49
    int warpcc_holds = (__int128)m >= 32;
#line 49
    #pragma clang diagnostic pop
#line 49
    if (warpcc_holds) {
#line 49
  #pragma omp target teams distribute map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=rows(a)
#line 50
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 50
    int warpcc_tile0[128][33];
#line 50
    int warpcc_kept_s[128];
#line 50
    #pragma omp parallel
#line 50
    {
#line 50
      #pragma omp for
#line 50
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
        if (warpcc_row < n - warpcc_rows) {
#line 51
          int s = k;
#line 50
          warpcc_kept_s[warpcc_row] = s;
#line 50
        }
#line 50
      }
#line 50
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 50
        #pragma omp for
#line 50
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 50
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 50
          if (n - warpcc_rows >= 128) {
#line 50
            #pragma clang loop unroll(full)
#line 50
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 50
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 50
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 50
            }
#line 50
          } else {
#line 50
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 50
              int i = warpcc_rows + warpcc_row;
#line 50
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 50
            }
#line 50
          }
#line 50
        }
#line 50
        #pragma omp for
#line 50
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
          if (warpcc_row < n - warpcc_rows) {
#line 50
            int s = warpcc_kept_s[warpcc_row];
#line 50
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 53
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 50
            }
#line 50
            warpcc_kept_s[warpcc_row] = s;
#line 50
          }
#line 50
        }
#line 50
      }
#line 50
      #pragma omp for
#line 50
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
        if (warpcc_row < n - warpcc_rows) {
#line 50
          int i = warpcc_rows + warpcc_row;
#line 50
          int s = warpcc_kept_s[warpcc_row];
#line 50
          for (int j = m / 32 * 32; j < m; j++) {
#line 53
            s += a[i * m + j];
#line 50
          }
#line 55
          int t = 2;
#line 56
          s += t;
#line 58
          o[i] = s;
#line 50
        }
#line 50
      }
#line 50
    }
#line 50
  }
#line 59
    } else {
#line 59
    #pragma clang diagnostic push
#line 59
    #pragma clang diagnostic ignored "-Weverything"
#line 49
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: o[0:n]) //~ plan=rows(a)
#line 50
  for (int i = 0; i < n; i++) {
    int s = k;
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    {
      int t = 2;
      s += t;
    }
    o[i] = s;
  }
#line 59
    #pragma clang diagnostic pop
#line 59
    }
#line 59
  }
#line 60
}

int main(void) {
  FILL(a, N * M);
  counters(N, M, a, o);
  SHOW(o, N);
  ends(N, M, a, o);
  SHOW(o, N);
  blocks(N, M, 5, a, o);
  SHOW(o, N);
  apart(N, M, 5, a, o);
  SHOW(o, N);
  return 0;
}
