/* A construct that may run later has the sizes that it had when it was met: a test may compare these. What it compares of memory may be other by
   then, or elsewhere. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"

enum { N = 256, M = 48 };
static double a[N * M], b[N * M], s[N];

static void transposed(const double *x, double *y, int n, int m) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)m >= 32;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute nowait map(to: x[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(x) WC109
#line 12
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 12
    double warpcc_tile0[128][33];
#line 12
    #pragma omp parallel
#line 12
    {
#line 12
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 12
        #pragma omp for
#line 12
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 12
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 12
          if (n - warpcc_rows >= 128) {
#line 12
            #pragma clang loop unroll(full)
#line 12
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 12
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 12
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[i * m + j];
#line 12
            }
#line 12
          } else {
#line 12
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 12
              int i = warpcc_rows + warpcc_row;
#line 12
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[i * m + j];
#line 12
            }
#line 12
          }
#line 12
        }
#line 12
        #pragma omp for
#line 12
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 12
          if (warpcc_row < n - warpcc_rows) {
#line 12
            int i = warpcc_rows + warpcc_row;
#line 12
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 14
              y[j * n + i] = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 12
            }
#line 12
          }
#line 12
        }
#line 12
      }
#line 12
      #pragma omp for
#line 12
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 12
        if (warpcc_row < n - warpcc_rows) {
#line 12
          int i = warpcc_rows + warpcc_row;
#line 12
          for (int j = m / 32 * 32; j < m; j++) {
#line 14
            y[j * n + i] = x[i * m + j];
#line 12
          }
#line 12
        }
#line 12
      }
#line 12
    }
#line 12
  }
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for nowait map(to: x[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(x) WC109
#line 12
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j * n + i] = x[i * m + j];
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
  #pragma omp taskwait
}

static void behind_another(const double *x, double *y, long n, long m) {
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
  #pragma omp target teams distribute depend(inout: y[0]) nowait map(to: x[0:n*m]) map(from: y[0:n]) //~ plan=rows(x) WC109
#line 20
  for (long warpcc_rows = 0l; warpcc_rows < n; warpcc_rows += 128l) {
#line 20
    double warpcc_tile0[128][33];
#line 20
    double warpcc_kept_sum[128];
#line 20
    #pragma omp parallel
#line 20
    {
#line 20
      #pragma omp for
#line 20
      for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 20
        if (warpcc_row < n - warpcc_rows) {
#line 21
          double sum = 0;
#line 20
          warpcc_kept_sum[warpcc_row] = sum;
#line 20
        }
#line 20
      }
#line 20
      for (long warpcc_columns = 0l; warpcc_columns < m / 32; warpcc_columns += 1l) {
#line 20
        #pragma omp for
#line 20
        for (long warpcc_item = 0l; warpcc_item < 128l; warpcc_item += 1l) {
#line 20
          long j = warpcc_columns * 32 + warpcc_item % 32;
#line 20
          if (n - warpcc_rows >= 128) {
#line 20
            #pragma clang loop unroll(full)
#line 20
            for (long warpcc_pass = 0l; warpcc_pass < 128l; warpcc_pass += 4l) {
#line 20
              long i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 20
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[i * m + j];
#line 20
            }
#line 20
          } else {
#line 20
            for (long warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4l) {
#line 20
              long i = warpcc_rows + warpcc_row;
#line 20
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[i * m + j];
#line 20
            }
#line 20
          }
#line 20
        }
#line 20
        #pragma omp for
#line 20
        for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 20
          if (warpcc_row < n - warpcc_rows) {
#line 20
            double sum = warpcc_kept_sum[warpcc_row];
#line 20
            for (long j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j += 1l) {
#line 22
              sum += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 20
            }
#line 20
            warpcc_kept_sum[warpcc_row] = sum;
#line 20
          }
#line 20
        }
#line 20
      }
#line 20
      #pragma omp for
#line 20
      for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 20
        if (warpcc_row < n - warpcc_rows) {
#line 20
          long i = warpcc_rows + warpcc_row;
#line 20
          double sum = warpcc_kept_sum[warpcc_row];
#line 20
          for (long j = m / 32 * 32; j < m; j += 1l) {
#line 22
            sum += x[i * m + j];
#line 20
          }
#line 23
          y[i] = sum;
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
  #pragma omp target teams distribute parallel for depend(inout: y[0]) nowait map(to: x[0:n*m]) map(from: y[0:n]) //~ plan=rows(x) WC109
#line 20
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long j = 0; j < m; j++) sum += x[i * m + j];
    y[i] = sum;
  }
#line 24
    #pragma clang diagnostic pop
#line 24
    }
#line 24
  }
#line 25
  #pragma omp taskwait
}

/* The device may have another number. */
static void mapped(const double *x, double *y, int n, int m) {
  #pragma omp target teams distribute parallel for nowait map(tofrom: m) map(to: x[0:n*M]) map(from: y[0:n]) //~ plan=none !WC109
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) sum += x[i * M + j];
    y[i] = sum;
  }
  #pragma omp taskwait
}

/* Where the arrays are is another question. */
static void of_addresses(double *x, double *y, int n, int m) {
  #pragma omp target teams distribute parallel for nowait //~ plan=none WC207 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] + 1;
  #pragma omp taskwait
}

int main(void) {
  FILL(a, N * M);
  transposed(a, b, N, M);
  SHOW(b, N * M);
  transposed(a, b, N, 12);
  SHOW(b, N * M);
  behind_another(a, s, N, M);
  SHOW(s, N);
  mapped(a, s, N, M);
  SHOW(s, N);
  double *x = a, *y = b;
  #pragma omp target data map(to: x[0:N*M]) map(tofrom: y[0:N*M])
  of_addresses(x, y, N, M);
  SHOW(b, N * M);
  return 0;
}
