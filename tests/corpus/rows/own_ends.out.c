/* Loops along rows that begin where their row does: all rows have as many iterations. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"

enum { N = 300, M = 70, K = 40 };
static double a[N * M + M], b[N * M + M], s[N], t[N];
static float f[N * M];
static int at[N], first[N + 1];

static void place_of_most(const float *x, float *most, int *place, int n, int m) {
#line 12
  {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 12
    int warpcc_holds = (__int128)m >= 32;
#line 12
    #pragma clang diagnostic pop
#line 12
    if (warpcc_holds) {
#line 12
  #pragma omp target teams distribute map(to: x[0:n*m]) map(from: most[0:n], place[0:n]) //~ plan=rows(x)
#line 13
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 13
    float warpcc_tile0[128][33];
#line 13
    float warpcc_kept_best[128];
#line 13
    int warpcc_kept_which[128];
#line 13
    #pragma omp parallel
#line 13
    {
#line 13
      #pragma omp for
#line 13
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 13
        if (warpcc_row < n - warpcc_rows) {
#line 14
          float best = 0;
#line 15
          int which = -1;
#line 13
          warpcc_kept_best[warpcc_row] = best;
#line 13
          warpcc_kept_which[warpcc_row] = which;
#line 13
        }
#line 13
      }
#line 13
      for (int warpcc_columns = 0; warpcc_columns < ((warpcc_rows + 1) * m - warpcc_rows * m) / 32; warpcc_columns++) {
#line 13
        #pragma omp for
#line 13
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 13
          if (n - warpcc_rows >= 128) {
#line 13
            #pragma clang loop unroll(full)
#line 13
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 13
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 13
              int k = i * m + warpcc_columns * 32 + warpcc_item % 32;
#line 13
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[k];
#line 13
            }
#line 13
          } else {
#line 13
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 13
              int i = warpcc_rows + warpcc_row;
#line 13
              int k = i * m + warpcc_columns * 32 + warpcc_item % 32;
#line 13
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[k];
#line 13
            }
#line 13
          }
#line 13
        }
#line 13
        #pragma omp for
#line 13
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 13
          if (warpcc_row < n - warpcc_rows) {
#line 13
            int i = warpcc_rows + warpcc_row;
#line 13
            float best = warpcc_kept_best[warpcc_row];
#line 13
            int which = warpcc_kept_which[warpcc_row];
#line 13
            for (int k = i * m + warpcc_columns * 32; k < i * m + warpcc_columns * 32 + 32; k++) {
#line 17
              float own = warpcc_tile0[warpcc_row][k - (i * m + warpcc_columns * 32)];
#line 18
      if (own > best) {
        best = own;
        which = k;
      }
#line 13
            }
#line 13
            warpcc_kept_best[warpcc_row] = best;
#line 13
            warpcc_kept_which[warpcc_row] = which;
#line 13
          }
#line 13
        }
#line 13
      }
#line 13
      #pragma omp for
#line 13
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 13
        if (warpcc_row < n - warpcc_rows) {
#line 13
          int i = warpcc_rows + warpcc_row;
#line 13
          float best = warpcc_kept_best[warpcc_row];
#line 13
          int which = warpcc_kept_which[warpcc_row];
#line 13
          for (int k = i * m + ((i + 1) * m - i * m) / 32 * 32; k < (i + 1) * m; k++) {
#line 17
            float own = x[k];
#line 18
      if (own > best) {
        best = own;
        which = k;
      }
#line 13
          }
#line 23
          most[i] = best;
#line 24
          place[i] = which % m;
#line 13
        }
#line 13
      }
#line 13
    }
#line 13
  }
#line 25
    } else {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: most[0:n], place[0:n]) //~ plan=rows(x)
#line 13
  for (int i = 0; i < n; i++) {
    float best = 0;
    int which = -1;
    for (int k = i * m; k < (i + 1) * m; k++) {
      float own = x[k];
      if (own > best) {
        best = own;
        which = k;
      }
    }
    most[i] = best;
    place[i] = which % m;
  }
#line 25
    #pragma clang diagnostic pop
#line 25
    }
#line 25
  }
#line 26
}

static void from_a_variable(const double *x, double *sums, int n, int m) {
#line 29
  {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 29
    int warpcc_holds = (__int128)m >= 32;
#line 29
    #pragma clang diagnostic pop
#line 29
    if (warpcc_holds) {
#line 29
  #pragma omp target teams distribute map(to: x[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
#line 30
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 30
    double warpcc_tile0[128][33];
#line 30
    double warpcc_kept_sum[128];
#line 30
    #pragma omp parallel
#line 30
    {
#line 30
      #pragma omp for
#line 30
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 30
        if (warpcc_row < n - warpcc_rows) {
#line 32
          double sum = 0;
#line 30
          warpcc_kept_sum[warpcc_row] = sum;
#line 30
        }
#line 30
      }
#line 30
      for (int warpcc_columns = 0; warpcc_columns < (warpcc_rows * m + m - 1 - warpcc_rows * m + 1) / 32; warpcc_columns++) {
#line 30
        #pragma omp for
#line 30
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 30
          if (n - warpcc_rows >= 128) {
#line 30
            #pragma clang loop unroll(full)
#line 30
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 30
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 31
              const int begin = i * m;
#line 30
              int k = begin + warpcc_columns * 32 + warpcc_item % 32;
#line 30
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[k];
#line 30
            }
#line 30
          } else {
#line 30
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 30
              int i = warpcc_rows + warpcc_row;
#line 31
              const int begin = i * m;
#line 30
              int k = begin + warpcc_columns * 32 + warpcc_item % 32;
#line 30
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[k];
#line 30
            }
#line 30
          }
#line 30
        }
#line 30
        #pragma omp for
#line 30
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 30
          if (warpcc_row < n - warpcc_rows) {
#line 30
            int i = warpcc_rows + warpcc_row;
#line 31
            const int begin = i * m;
#line 30
            double sum = warpcc_kept_sum[warpcc_row];
#line 30
            for (int k = begin + warpcc_columns * 32; k < begin + warpcc_columns * 32 + 32; k++) {
#line 34
              sum += warpcc_tile0[warpcc_row][k - (begin + warpcc_columns * 32)] * (k - begin);
#line 30
            }
#line 30
            warpcc_kept_sum[warpcc_row] = sum;
#line 30
          }
#line 30
        }
#line 30
      }
#line 30
      #pragma omp for
#line 30
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 30
        if (warpcc_row < n - warpcc_rows) {
#line 30
          int i = warpcc_rows + warpcc_row;
#line 31
          const int begin = i * m;
#line 30
          double sum = warpcc_kept_sum[warpcc_row];
#line 30
          for (int k = begin + (begin + m - 1 - begin + 1) / 32 * 32; k <= begin + m - 1; k++) {
#line 34
            sum += x[k] * (k - begin);
#line 30
          }
#line 35
          sums[i] = sum;
#line 30
        }
#line 30
      }
#line 30
    }
#line 30
  }
#line 36
    } else {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 29
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
#line 30
  for (int i = 0; i < n; i++) {
    const int begin = i * m;
    double sum = 0;
    for (int k = begin; k <= begin + m - 1; k++)
      sum += x[k] * (k - begin);
    sums[i] = sum;
  }
#line 36
    #pragma clang diagnostic pop
#line 36
    }
#line 36
  }
#line 37
}

static void of_a_number(const double *x, double *sums, long n) {
  #pragma omp target teams distribute map(to: x[0:n*K]) map(tofrom: sums[0:n]) //~ plan=rows(x)
#line 41
  for (long warpcc_rows = 3l; warpcc_rows < n; warpcc_rows += 128l) {
#line 41
    double warpcc_tile0[128][33];
#line 41
    double warpcc_kept_sum[128];
#line 41
    #pragma omp parallel
#line 41
    {
#line 41
      #pragma omp for
#line 41
      for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 41
        if (warpcc_row < n - warpcc_rows) {
#line 42
          double sum = 1;
#line 41
          warpcc_kept_sum[warpcc_row] = sum;
#line 41
        }
#line 41
      }
#line 41
      for (long warpcc_columns = 0l; warpcc_columns < (40 * warpcc_rows + 40 - 40 * warpcc_rows) / 32; warpcc_columns += 1l) {
#line 41
        #pragma omp for
#line 41
        for (long warpcc_item = 0l; warpcc_item < 128l; warpcc_item += 1l) {
#line 41
          if (n - warpcc_rows >= 128) {
#line 41
            #pragma clang loop unroll(full)
#line 41
            for (long warpcc_pass = 0l; warpcc_pass < 128l; warpcc_pass += 4l) {
#line 41
              long i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 41
              long k = K * i + warpcc_columns * 32 + warpcc_item % 32;
#line 41
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[k];
#line 41
            }
#line 41
          } else {
#line 41
            for (long warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4l) {
#line 41
              long i = warpcc_rows + warpcc_row;
#line 41
              long k = K * i + warpcc_columns * 32 + warpcc_item % 32;
#line 41
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[k];
#line 41
            }
#line 41
          }
#line 41
        }
#line 41
        #pragma omp for
#line 41
        for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 41
          if (warpcc_row < n - warpcc_rows) {
#line 41
            long i = warpcc_rows + warpcc_row;
#line 41
            double sum = warpcc_kept_sum[warpcc_row];
#line 41
            for (long k = K * i + warpcc_columns * 32; k < K * i + warpcc_columns * 32 + 32; k += 1l) {
#line 44
              sum += warpcc_tile0[warpcc_row][k - (K * i + warpcc_columns * 32)];
#line 41
            }
#line 41
            warpcc_kept_sum[warpcc_row] = sum;
#line 41
          }
#line 41
        }
#line 41
      }
#line 41
      #pragma omp for
#line 41
      for (long warpcc_row = 0l; warpcc_row < 128l; warpcc_row += 1l) {
#line 41
        if (warpcc_row < n - warpcc_rows) {
#line 41
          long i = warpcc_rows + warpcc_row;
#line 41
          double sum = warpcc_kept_sum[warpcc_row];
#line 41
          for (long k = K * i + (K * i + K - K * i) / 32 * 32; k < K * i + K; k += 1l) {
#line 44
            sum += x[k];
#line 41
          }
#line 45
          sums[i] = sum;
#line 41
        }
#line 41
      }
#line 41
    }
#line 41
  }
#line 47
}

static void several(const double *x, double *y, double *sums, int n, int m) {
#line 50
  {
#line 50
    #pragma clang diagnostic push
#line 50
    #pragma clang diagnostic ignored "-Weverything"
#line 50
    int warpcc_holds = (__int128)m >= 32;
#line 50
    #pragma clang diagnostic pop
#line 50
    if (warpcc_holds) {
#line 50
  #pragma omp target teams distribute map(to: x[0:n*m]) map(tofrom: y[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
#line 51
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 51
    double warpcc_tile0[128][33];
#line 51
    double warpcc_kept_sum[128];
#line 51
    double warpcc_kept_rest[128];
#line 51
    #pragma omp parallel
#line 51
    {
#line 51
      #pragma omp for
#line 51
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 51
        if (warpcc_row < n - warpcc_rows) {
#line 52
          double sum = 0;
#line 51
          warpcc_kept_sum[warpcc_row] = sum;
#line 51
        }
#line 51
      }
#line 51
      for (int warpcc_columns = 0; warpcc_columns < (warpcc_rows * m + m - warpcc_rows * m) / 32; warpcc_columns++) {
#line 51
        #pragma omp for
#line 51
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 51
          if (n - warpcc_rows >= 128) {
#line 51
            #pragma clang loop unroll(full)
#line 51
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 51
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 51
              int k = i * m + warpcc_columns * 32 + warpcc_item % 32;
#line 51
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[k];
#line 51
            }
#line 51
          } else {
#line 51
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 51
              int i = warpcc_rows + warpcc_row;
#line 51
              int k = i * m + warpcc_columns * 32 + warpcc_item % 32;
#line 51
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[k];
#line 51
            }
#line 51
          }
#line 51
        }
#line 51
        #pragma omp for
#line 51
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 51
          if (warpcc_row < n - warpcc_rows) {
#line 51
            int i = warpcc_rows + warpcc_row;
#line 51
            double sum = warpcc_kept_sum[warpcc_row];
#line 51
            for (int k = i * m + warpcc_columns * 32; k < i * m + warpcc_columns * 32 + 32; k++) {
#line 54
              sum += warpcc_tile0[warpcc_row][k - (i * m + warpcc_columns * 32)];
#line 51
            }
#line 51
            warpcc_kept_sum[warpcc_row] = sum;
#line 51
          }
#line 51
        }
#line 51
      }
#line 51
      #pragma omp for
#line 51
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 51
        if (warpcc_row < n - warpcc_rows) {
#line 51
          int i = warpcc_rows + warpcc_row;
#line 51
          double sum = warpcc_kept_sum[warpcc_row];
#line 51
          for (int k = i * m + (i * m + m - i * m) / 32 * 32; k < i * m + m; k++) {
#line 54
            sum += x[k];
#line 51
          }
#line 55
          double rest = 0;
#line 51
          warpcc_kept_sum[warpcc_row] = sum;
#line 51
          warpcc_kept_rest[warpcc_row] = rest;
#line 51
        }
#line 51
      }
#line 51
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 51
        #pragma omp for
#line 51
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 51
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 51
          if (n - warpcc_rows >= 128) {
#line 51
            #pragma clang loop unroll(full)
#line 51
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 51
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 51
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[i * m + j];
#line 51
            }
#line 51
          } else {
#line 51
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 51
              int i = warpcc_rows + warpcc_row;
#line 51
              warpcc_tile0[warpcc_row][warpcc_item % 32] = x[i * m + j];
#line 51
            }
#line 51
          }
#line 51
        }
#line 51
        #pragma omp for
#line 51
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 51
          if (warpcc_row < n - warpcc_rows) {
#line 51
            double sum = warpcc_kept_sum[warpcc_row];
#line 51
            double rest = warpcc_kept_rest[warpcc_row];
#line 51
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 57
              rest += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * sum;
#line 51
            }
#line 51
            warpcc_kept_rest[warpcc_row] = rest;
#line 51
          }
#line 51
        }
#line 51
      }
#line 51
      #pragma omp for
#line 51
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 51
        if (warpcc_row < n - warpcc_rows) {
#line 51
          int i = warpcc_rows + warpcc_row;
#line 51
          double sum = warpcc_kept_sum[warpcc_row];
#line 51
          double rest = warpcc_kept_rest[warpcc_row];
#line 51
          for (int j = m / 32 * 32; j < m; j++) {
#line 57
            rest += x[i * m + j] * sum;
#line 51
          }
#line 58
          sums[i] = rest;
#line 51
        }
#line 51
      }
#line 51
    }
#line 51
  }
#line 59
    } else {
#line 59
    #pragma clang diagnostic push
#line 59
    #pragma clang diagnostic ignored "-Weverything"
#line 50
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(tofrom: y[0:n*m]) map(from: sums[0:n]) //~ plan=rows(x)
#line 51
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = i * m; k < i * m + m; k++)
      sum += x[k];
    double rest = 0;
    for (int j = 0; j < m; j++)
      rest += x[i * m + j] * sum;
    sums[i] = rest;
  }
#line 59
    #pragma clang diagnostic pop
#line 59
    }
#line 59
  }
#line 60
}

static void in_other_loops(const double *x, double *sums, int n, int m) {
#line 63
  {
#line 63
    #pragma clang diagnostic push
#line 63
    #pragma clang diagnostic ignored "-Weverything"
#line 63
    int warpcc_holds = (__int128)m >= 32 && (__int128)n >= 128;
#line 63
    #pragma clang diagnostic pop
#line 63
    if (warpcc_holds) {
#line 63
  #pragma omp target teams distribute collapse(2) map(to: x[0:2*n*m]) map(from: sums[0:2*n]) //~ plan=rows(x)
#line 64
  for (int h = 0; h < 2; h++) {
#line 64
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 64
      double warpcc_tile0[128][33];
#line 64
      double warpcc_kept_sum[128];
#line 64
      #pragma omp parallel
#line 64
      {
#line 64
        #pragma omp for
#line 64
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 64
          if (warpcc_row < n - warpcc_rows) {
#line 66
            double sum = 0;
#line 64
            warpcc_kept_sum[warpcc_row] = sum;
#line 64
          }
#line 64
        }
#line 64
        for (int warpcc_columns = 0; warpcc_columns < ((h * n + warpcc_rows) * m + m - (h * n + warpcc_rows) * m) / 32; warpcc_columns++) {
#line 64
          #pragma omp for
#line 64
          for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 64
            if (n - warpcc_rows >= 128) {
#line 64
              #pragma clang loop unroll(full)
#line 64
              for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 64
                int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 64
                int k = (h * n + i) * m + warpcc_columns * 32 + warpcc_item % 32;
#line 64
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = x[k];
#line 64
              }
#line 64
            } else {
#line 64
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 64
                int i = warpcc_rows + warpcc_row;
#line 64
                int k = (h * n + i) * m + warpcc_columns * 32 + warpcc_item % 32;
#line 64
                warpcc_tile0[warpcc_row][warpcc_item % 32] = x[k];
#line 64
              }
#line 64
            }
#line 64
          }
#line 64
          #pragma omp for
#line 64
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 64
            if (warpcc_row < n - warpcc_rows) {
#line 64
              int i = warpcc_rows + warpcc_row;
#line 64
              double sum = warpcc_kept_sum[warpcc_row];
#line 64
              for (int k = (h * n + i) * m + warpcc_columns * 32; k < (h * n + i) * m + warpcc_columns * 32 + 32; k++) {
#line 68
                sum += warpcc_tile0[warpcc_row][k - ((h * n + i) * m + warpcc_columns * 32)];
#line 64
              }
#line 64
              warpcc_kept_sum[warpcc_row] = sum;
#line 64
            }
#line 64
          }
#line 64
        }
#line 64
        #pragma omp for
#line 64
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 64
          if (warpcc_row < n - warpcc_rows) {
#line 64
            int i = warpcc_rows + warpcc_row;
#line 64
            double sum = warpcc_kept_sum[warpcc_row];
#line 64
            for (int k = (h * n + i) * m + ((h * n + i) * m + m - (h * n + i) * m) / 32 * 32; k < (h * n + i) * m + m; k++) {
#line 68
              sum += x[k];
#line 64
            }
#line 69
            sums[h * n + i] = sum;
#line 64
          }
#line 64
        }
#line 64
      }
#line 64
    }
#line 64
  }
#line 70
    } else {
#line 70
    #pragma clang diagnostic push
#line 70
    #pragma clang diagnostic ignored "-Weverything"
#line 63
  #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:2*n*m]) map(from: sums[0:2*n]) //~ plan=rows(x)
#line 64
  for (int h = 0; h < 2; h++)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = (h * n + i) * m; k < (h * n + i) * m + m; k++)
        sum += x[k];
      sums[h * n + i] = sum;
    }
#line 70
    #pragma clang diagnostic pop
#line 70
    }
#line 70
  }
#line 71
}

static void sparse(const double *x, double *sums, const int *from, int n) {
  #pragma omp target teams distribute parallel for map(to: x[0:N*M], from[0:n+1]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = from[i]; k < from[i + 1]; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

static void longer_and_longer(const double *x, double *sums, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = i * m; k < i * m + i % m; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

static void from_an_element(const double *x, double *sums, const int *from, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: x[0:N*M], from[0:n+1]) map(from: sums[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    int begin = from[i];
    double sum = 0;
    for (int k = begin; k < begin + m; k++)
      sum += x[k];
    sums[i] = sum;
  }
}

int main(void) {
  FILL(a, N * M + M);
  FILL(b, N * M + M);
  for (int i = 0; i < N * M; i++) f[i] = (float)((i * 37) % 101);
  for (int i = 0; i <= N; i++) first[i] = i * 8 + i % 5;
  float most[N];
  place_of_most(f, most, at, N, M);
  for (int i = 0; i < N; i++) t[i] = most[i] + 1000 * at[i];
  SHOW(t, N);
  from_a_variable(a, s, N, M);
  SHOW(s, N);
  from_a_variable(a, s, N, 20);
  SHOW(s, N);
  of_a_number(a, s, N);
  SHOW(s, N);
  several(a, b, s, N, M);
  SHOW(s, N);
  in_other_loops(a, s, N / 2, M);
  SHOW(s, N);
  sparse(a, s, first, N);
  SHOW(s, N);
  longer_and_longer(a, s, N, M);
  SHOW(s, N);
  from_an_element(a, s, first, N, M);
  SHOW(s, N);
  return 0;
}
