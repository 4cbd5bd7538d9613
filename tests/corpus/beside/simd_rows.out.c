/* Rows whose loops stand under `simd`: they come through team memory, or warps or threads share them, as without it. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* The loop along the row is made anew; that behind it is copied with its directive. */
static void sums(int n, int m, const double *restrict a, double *restrict y, int *restrict z) {
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
  #pragma omp target teams distribute map(to: a[0:n*m]) map(from: y[0:n], z[0:n*4]) //~ plan=rows(a) !WC402
#line 10
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 10
    double warpcc_tile0[128][33];
#line 10
    double warpcc_kept_s[128];
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
#line 11
          double s = 0;
#line 10
          warpcc_kept_s[warpcc_row] = s;
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 10
            }
#line 10
          } else {
#line 10
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
              int i = warpcc_rows + warpcc_row;
#line 10
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
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
            double s = warpcc_kept_s[warpcc_row];
#line 10
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 14
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 10
            }
#line 10
            warpcc_kept_s[warpcc_row] = s;
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
          double s = warpcc_kept_s[warpcc_row];
#line 10
          for (int j = m / 32 * 32; j < m; j++) {
#line 14
            s += a[i * m + j];
#line 10
          }
#line 15
          y[i] = s;
#line 16
    #pragma omp simd
    for (int k = 0; k < 4; k++)
      z[i * 4 + k] = i + k;
#line 10
        }
#line 10
      }
#line 10
    }
#line 10
  }
#line 19
    } else {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n], z[0:n*4]) //~ plan=rows(a) !WC402
#line 10
  for (int i = 0; i < n; i++) {
    double s = 0;
    #pragma omp simd reduction(+:s) // in any order
    for (int j = 0; j < m; j++)
      s += a[i * m + j]; //~ a: sectors=8..32->8..9
    y[i] = s;
    #pragma omp simd
    for (int k = 0; k < 4; k++)
      z[i * 4 + k] = i + k;
  }
#line 19
    #pragma clang diagnostic pop
#line 19
    }
#line 19
  }
#line 20
}

/* Sums of unsigned numbers are the same in every order. */
static void lanes(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
#line 24
  {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 24
    int warpcc_holds = (__int128)m >= 64 && 4294967264 >= (__int128)m;
#line 24
    #pragma clang diagnostic pop
#line 24
    if (warpcc_holds) {
#line 24
  #pragma omp target teams distribute map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 25
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 16u) {
#line 25
    unsigned warpcc_part_s[16][33];
#line 25
    #pragma omp parallel
#line 25
    {
#line 25
      #pragma omp for
#line 25
      for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 25
        if (n - warpcc_rows >= 16) {
#line 25
          unsigned warpcc_kept_s[4];
#line 25
          #pragma clang loop unroll(full)
#line 25
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
            warpcc_kept_s[warpcc_pass] = 0u;
#line 25
          }
#line 25
          for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 25
            #pragma clang loop unroll(full)
#line 25
            for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
              unsigned i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 25
              unsigned s = warpcc_kept_s[warpcc_pass];
#line 29
              s += a[i * m + j];
#line 25
              warpcc_kept_s[warpcc_pass] = s;
#line 25
            }
#line 25
          }
#line 25
          #pragma clang loop unroll(full)
#line 25
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 25
          }
#line 25
        } else {
#line 25
          for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 25
            unsigned i = warpcc_rows + warpcc_row;
#line 25
            unsigned s = 0u;
#line 25
            for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 29
              s += a[i * m + j];
#line 25
            }
#line 25
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 25
          }
#line 25
        }
#line 25
      }
#line 25
      #pragma omp for
#line 25
      for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 25
        if (warpcc_row < n - warpcc_rows) {
#line 25
          unsigned i = warpcc_rows + warpcc_row;
#line 26
          unsigned s = 1;
#line 25
          for (unsigned warpcc_lane = 0u; warpcc_lane < 32u; warpcc_lane += 1u) {
#line 25
            unsigned warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 25
            s = s + warpcc_one_s;
#line 25
          }
#line 31
          y[i] = s;
#line 25
        }
#line 25
      }
#line 25
    }
#line 25
  }
#line 32
    } else {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 25
  for (unsigned i = 0; i < n; i++) {
    unsigned s = 1;
    #pragma omp simd reduction(+ : s)
    for (unsigned j = 0; j < m; j++) {
      s += a[i * m + j];
    }
    y[i] = s;
  }
#line 32
    #pragma clang diagnostic pop
#line 32
    }
#line 32
  }
#line 33
}

/* The loop under the directive comes to share the threads, and what was around it stands inside: the directive is of neither. */
static void shared(int n, int m, double *restrict a, const double *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=interchange(i,j,t)+collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#line 41
      for (int t = 0; t < 3; t++) { //~ j=proved
        a[i * m + j] = a[i * m + j] * 0.5 + b[i * m + j];
      }
    }
}

/* The threads of a team share what the lanes of a processor would. */
static void rounds(int n, int m, double *restrict a, const double *restrict b, const int *restrict many) {
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
  #pragma omp target teams distribute map(tofrom: a[0:n*m]) map(to: b[0:n*m], many[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int count = many[i] % 4;
#line 52
    #pragma omp parallel firstprivate(i, count)
#line 52
    for (int t = 0; t < count; t++)
#line 54
      #pragma omp for
#line 54
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + b[i * m + j];
  }
#line 56
    } else {
#line 56
    #pragma clang diagnostic push
#line 56
    #pragma clang diagnostic ignored "-Weverything"
#line 49
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m], many[0:n]) //~ plan=teams(j)
#line 50
  for (int i = 0; i < n; i++) {
    int count = many[i] % 4;
    for (int t = 0; t < count; t++)
      #pragma omp simd
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + b[i * m + j];
  }
#line 56
    #pragma clang diagnostic pop
#line 56
    }
#line 56
  }
#line 57
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *b = malloc(sizeof(double) * N * M), *y = malloc(sizeof(double) * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  int *z = malloc(sizeof(int) * N * 4);
  FILL(a, N * M); FILL(b, N * M); FILL(u, N * M);
  sums(N, M, a, y, z); SHOW(y, N); SHOW(z, N * 4);
  sums(3, 31, a, y, z); SHOW(y, 3);
  lanes(N, M, u, v); SHOW(v, N);
  shared(N, M, a, b); SHOW(a, N * M);
  rounds(N, M, a, b, z); SHOW(a, N * M);
  return 0;
}
