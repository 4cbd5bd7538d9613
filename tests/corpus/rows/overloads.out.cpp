/* Overloads tell the type of an element from that of team memory. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum Color { red, green };
static int weight(Color c) { return c == red ? 1 : 2; }
static int weight(int c) { return 100 + c; }

static void enumeration(int n, int m, const Color *__restrict A, int *__restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += weight(A[i * m + j]);
    y[i] = s;
  }
}

static void number(int n, int m, const int *__restrict A, int *__restrict y) {
#line 19
  {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 19
    int warpcc_holds = (__int128)m >= 32;
#line 19
    #pragma clang diagnostic pop
#line 19
    if (warpcc_holds) {
#line 19
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 20
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 20
    int warpcc_tile0[128][33];
#line 20
    int warpcc_kept_s[128];
#line 20
    #pragma omp parallel
#line 20
    {
#line 20
      #pragma omp for
#line 20
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 20
        if (warpcc_row < n - warpcc_rows) {
#line 21
          int s = 0;
#line 20
          warpcc_kept_s[warpcc_row] = s;
#line 20
        }
#line 20
      }
#line 20
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 20
        #pragma omp for
#line 20
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 20
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 20
          if (n - warpcc_rows >= 128) {
#line 20
            #pragma clang loop unroll(full)
#line 20
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 20
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 20
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 20
            }
#line 20
          } else {
#line 20
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 20
              int i = warpcc_rows + warpcc_row;
#line 20
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 20
            }
#line 20
          }
#line 20
        }
#line 20
        #pragma omp for
#line 20
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 20
          if (warpcc_row < n - warpcc_rows) {
#line 20
            int s = warpcc_kept_s[warpcc_row];
#line 20
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 22
              s += weight(warpcc_tile0[warpcc_row][j - warpcc_columns * 32]);
#line 20
            }
#line 20
            warpcc_kept_s[warpcc_row] = s;
#line 20
          }
#line 20
        }
#line 20
      }
#line 20
      #pragma omp for
#line 20
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 20
        if (warpcc_row < n - warpcc_rows) {
#line 20
          int i = warpcc_rows + warpcc_row;
#line 20
          int s = warpcc_kept_s[warpcc_row];
#line 20
          for (int j = m / 32 * 32; j < m; j++) {
#line 22
            s += weight(A[i * m + j]);
#line 20
          }
#line 23
          y[i] = s;
#line 20
        }
#line 20
      }
#line 20
    }
#line 20
  }
#line 24
    } else {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 19
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 20
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += weight(A[i * m + j]);
    y[i] = s;
  }
#line 24
    #pragma clang diagnostic pop
#line 24
    }
#line 24
  }
#line 25
}

int main() {
  enum { N = 130, M = 40 };
  Color *c = (Color *)malloc(sizeof(Color) * N * M);
  int *a = (int *)malloc(sizeof(int) * N * M), *y = (int *)malloc(sizeof(int) * N);
  for (int k = 0; k < N * M; k++) c[k] = k % 3 ? red : green;
  FILL(a, N * M);
  enumeration(N, M, c, y); SHOW(y, N);
  number(N, M, a, y); SHOW(y, N);
  return 0;
}
