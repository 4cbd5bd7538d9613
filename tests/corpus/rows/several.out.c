/* Several loops along a row: each stages what it loads, or has lanes that are columns. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
#include <math.h>
enum { N = 140, M = 75 };

/* A greatest, a sum that needs it, and quotients: the last loop's iterations need nothing of each other. */
static void softmax(int n, int m, const float *restrict in, float *restrict out) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = 2147483616 >= (__int128)m && (__int128)m >= 33;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(in)
#line 11
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 11
    float warpcc_tile0[128][33];
#line 11
    float warpcc_kept_most[128];
#line 11
    float warpcc_kept_sum[128];
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
          float most = in[i * m];
#line 11
          warpcc_kept_most[warpcc_row] = most;
#line 11
        }
#line 11
      }
#line 11
      for (int warpcc_columns = 0; warpcc_columns < (m - 1) / 32; warpcc_columns++) {
#line 11
        #pragma omp for
#line 11
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 11
          int j = 1 + warpcc_columns * 32 + warpcc_item % 32;
#line 11
          if (n - warpcc_rows >= 128) {
#line 11
            #pragma clang loop unroll(full)
#line 11
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 11
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 11
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = in[i * m + j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = in[i * m + j];
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
            float most = warpcc_kept_most[warpcc_row];
#line 11
            for (int j = 1 + warpcc_columns * 32; j < 1 + warpcc_columns * 32 + 32; j++) {
#line 14
              most = (most < warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)]) ? warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] : most;
#line 11
            }
#line 11
            warpcc_kept_most[warpcc_row] = most;
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
          float most = warpcc_kept_most[warpcc_row];
#line 11
          for (int j = 1 + (m - 1) / 32 * 32; j < m; j++) {
#line 14
            most = (most < in[i * m + j]) ? in[i * m + j] : most;
#line 11
          }
#line 15
          float sum = 0;
#line 11
          warpcc_kept_most[warpcc_row] = most;
#line 11
          warpcc_kept_sum[warpcc_row] = sum;
#line 11
        }
#line 11
      }
#line 11
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = in[i * m + j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = in[i * m + j];
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
            float most = warpcc_kept_most[warpcc_row];
#line 11
            float sum = warpcc_kept_sum[warpcc_row];
#line 11
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 17
              sum += (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] - most) / 64;
#line 11
            }
#line 11
            warpcc_kept_sum[warpcc_row] = sum;
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
          float most = warpcc_kept_most[warpcc_row];
#line 11
          float sum = warpcc_kept_sum[warpcc_row];
#line 11
          for (int j = m / 32 * 32; j < m; j++) {
#line 17
            sum += (in[i * m + j] - most) / 64;
#line 11
          }
#line 11
          warpcc_kept_sum[warpcc_row] = sum;
#line 11
        }
#line 11
      }
#line 11
      #pragma omp for
#line 11
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 11
        for (int warpcc_row = warpcc_item / 32; warpcc_row < 128; warpcc_row += 4) {
#line 11
          if (warpcc_row < n - warpcc_rows) {
#line 11
            int i = warpcc_rows + warpcc_row;
#line 11
            float most = warpcc_kept_most[warpcc_row];
#line 11
            float sum = warpcc_kept_sum[warpcc_row];
#line 11
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 19
              out[i * m + j] = (in[i * m + j] - most) / sum;
#line 11
            }
#line 11
          }
#line 11
        }
#line 11
      }
#line 11
    }
#line 11
  }
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for simd map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(in)
#line 11
  for (int i = 0; i < n; i++) {
    float most = in[i * m];
    for (int j = 1; j < m; j++)
      most = (most < in[i * m + j]) ? in[i * m + j] : most;
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += (in[i * m + j] - most) / 64;
    for (int j = 0; j < m; j++)
      out[i * m + j] = (in[i * m + j] - most) / sum; //~ in: sectors=4..32->4..5 out: sectors=4..32->4..5
  }
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

/* The same with pointers to the rows. */
static void pointed(int n, int m, const float *restrict in, float *restrict out) {
#line 25
  {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 25
    int warpcc_holds = 2147483616 >= (__int128)m && (__int128)m >= 33;
#line 25
    #pragma clang diagnostic pop
#line 25
    if (warpcc_holds) {
#line 25
  #pragma omp target teams distribute map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(row)
#line 26
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 26
    float warpcc_tile0[128][33];
#line 26
    float warpcc_kept_most[128];
#line 26
    float warpcc_kept_sum[128];
#line 26
    #pragma omp parallel
#line 26
    {
#line 26
      #pragma omp for
#line 26
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 26
        if (warpcc_row < n - warpcc_rows) {
#line 26
          int i = warpcc_rows + warpcc_row;
#line 27
          const float *row = in + i * m;
#line 29
          float most = row[0];
#line 26
          warpcc_kept_most[warpcc_row] = most;
#line 26
        }
#line 26
      }
#line 26
      for (int warpcc_columns = 0; warpcc_columns < (m - 1) / 32; warpcc_columns++) {
#line 26
        #pragma omp for
#line 26
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 26
          int j = 1 + warpcc_columns * 32 + warpcc_item % 32;
#line 26
          if (n - warpcc_rows >= 128) {
#line 26
            #pragma clang loop unroll(full)
#line 26
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 26
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 27
              const float *row = in + i * m;
#line 26
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = row[j];
#line 26
            }
#line 26
          } else {
#line 26
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 26
              int i = warpcc_rows + warpcc_row;
#line 27
              const float *row = in + i * m;
#line 26
              warpcc_tile0[warpcc_row][warpcc_item % 32] = row[j];
#line 26
            }
#line 26
          }
#line 26
        }
#line 26
        #pragma omp for
#line 26
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 26
          if (warpcc_row < n - warpcc_rows) {
#line 26
            float most = warpcc_kept_most[warpcc_row];
#line 26
            for (int j = 1 + warpcc_columns * 32; j < 1 + warpcc_columns * 32 + 32; j++) {
#line 31
              if (warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] > most) most = warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)];
#line 26
            }
#line 26
            warpcc_kept_most[warpcc_row] = most;
#line 26
          }
#line 26
        }
#line 26
      }
#line 26
      #pragma omp for
#line 26
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 26
        if (warpcc_row < n - warpcc_rows) {
#line 26
          int i = warpcc_rows + warpcc_row;
#line 27
          const float *row = in + i * m;
#line 26
          float most = warpcc_kept_most[warpcc_row];
#line 26
          for (int j = 1 + (m - 1) / 32 * 32; j < m; j++) {
#line 31
            if (row[j] > most) most = row[j];
#line 26
          }
#line 32
          float sum = 0;
#line 26
          warpcc_kept_most[warpcc_row] = most;
#line 26
          warpcc_kept_sum[warpcc_row] = sum;
#line 26
        }
#line 26
      }
#line 26
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 26
        #pragma omp for
#line 26
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 26
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 26
          if (n - warpcc_rows >= 128) {
#line 26
            #pragma clang loop unroll(full)
#line 26
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 26
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 27
              const float *row = in + i * m;
#line 26
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = row[j];
#line 26
            }
#line 26
          } else {
#line 26
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 26
              int i = warpcc_rows + warpcc_row;
#line 27
              const float *row = in + i * m;
#line 26
              warpcc_tile0[warpcc_row][warpcc_item % 32] = row[j];
#line 26
            }
#line 26
          }
#line 26
        }
#line 26
        #pragma omp for
#line 26
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 26
          if (warpcc_row < n - warpcc_rows) {
#line 26
            float most = warpcc_kept_most[warpcc_row];
#line 26
            float sum = warpcc_kept_sum[warpcc_row];
#line 26
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 34
              const float own = (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] - most) / 64;
#line 35
              sum += own;
#line 26
            }
#line 26
            warpcc_kept_sum[warpcc_row] = sum;
#line 26
          }
#line 26
        }
#line 26
      }
#line 26
      #pragma omp for
#line 26
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 26
        if (warpcc_row < n - warpcc_rows) {
#line 26
          int i = warpcc_rows + warpcc_row;
#line 27
          const float *row = in + i * m;
#line 26
          float most = warpcc_kept_most[warpcc_row];
#line 26
          float sum = warpcc_kept_sum[warpcc_row];
#line 26
          for (int j = m / 32 * 32; j < m; j++) {
#line 34
            const float own = (row[j] - most) / 64;
#line 35
            sum += own;
#line 26
          }
#line 26
          warpcc_kept_sum[warpcc_row] = sum;
#line 26
        }
#line 26
      }
#line 26
      #pragma omp for
#line 26
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 26
        for (int warpcc_row = warpcc_item / 32; warpcc_row < 128; warpcc_row += 4) {
#line 26
          if (warpcc_row < n - warpcc_rows) {
#line 26
            int i = warpcc_rows + warpcc_row;
#line 27
            const float *row = in + i * m;
#line 28
            float *result = &out[i * m];
#line 26
            float most = warpcc_kept_most[warpcc_row];
#line 26
            float sum = warpcc_kept_sum[warpcc_row];
#line 26
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 38
              result[j] = (row[j] - most) / sum;
#line 26
            }
#line 26
          }
#line 26
        }
#line 26
      }
#line 26
    }
#line 26
  }
#line 39
    } else {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(row)
#line 26
  for (int i = 0; i < n; i++) {
    const float *row = in + i * m;
    float *result = &out[i * m];
    float most = row[0];
    for (int j = 1; j < m; j++)
      if (row[j] > most) most = row[j];
    float sum = 0;
    for (int j = 0; j < m; j++) {
      const float own = (row[j] - most) / 64;
      sum += own;
    }
    for (int j = 0; j < m; j++)
      result[j] = (row[j] - most) / sum; //~ in: sectors=4..32->4..5 out: sectors=4..32->4..5
  }
#line 39
    #pragma clang diagnostic pop
#line 39
    }
#line 39
  }
#line 40
}

/* What is computed between the loops waits in team memory, what is pure is repeated; one counter of outside for all loops. */
static void normal(const double *restrict A, const double *restrict gain, double *restrict B, double *restrict means) {
  int i, j;
  #pragma omp target teams distribute private(i) private(j) map(to: A[0:N*M], gain[0:M]) map(from: B[0:N*M], means[0:N]) //~ plan=rows(A)
#line 46
  for (int warpcc_rows = 0; warpcc_rows < 140; warpcc_rows += 128) {
#line 46
    double warpcc_tile0[128][33];
#line 46
    double warpcc_kept_total[128];
#line 46
    double warpcc_kept_mean[128];
#line 46
    double warpcc_kept_squares[128];
#line 46
    double warpcc_kept_scale[128];
#line 46
    #pragma omp parallel
#line 46
    {
#line 46
      #pragma omp for
#line 46
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
        if (warpcc_row < 140 - warpcc_rows) {
#line 48
          double total = 0;
#line 46
          warpcc_kept_total[warpcc_row] = total;
#line 46
        }
#line 46
      }
#line 46
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
#line 46
        #pragma omp for
#line 46
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 46
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 46
          if (140 - warpcc_rows >= 128) {
#line 46
            #pragma clang loop unroll(full)
#line 46
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 46
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 47
              const int first = i * M;
#line 46
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[first + j];
#line 46
            }
#line 46
          } else {
#line 46
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 140 - warpcc_rows; warpcc_row += 4) {
#line 46
              int i = warpcc_rows + warpcc_row;
#line 47
              const int first = i * M;
#line 46
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[first + j];
#line 46
            }
#line 46
          }
#line 46
        }
#line 46
        #pragma omp for
#line 46
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
          if (warpcc_row < 140 - warpcc_rows) {
#line 46
            double total = warpcc_kept_total[warpcc_row];
#line 46
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 49
              total += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 46
            }
#line 46
            warpcc_kept_total[warpcc_row] = total;
#line 46
          }
#line 46
        }
#line 46
      }
#line 46
      #pragma omp for
#line 46
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
        if (warpcc_row < 140 - warpcc_rows) {
#line 46
          int i = warpcc_rows + warpcc_row;
#line 47
          const int first = i * M;
#line 46
          double total = warpcc_kept_total[warpcc_row];
#line 46
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 49
            total += A[first + j];
#line 46
          }
#line 50
          const double mean = total / M;
#line 51
          means[i] = mean;
#line 52
          double squares = 0;
#line 46
          warpcc_kept_mean[warpcc_row] = mean;
#line 46
          warpcc_kept_squares[warpcc_row] = squares;
#line 46
        }
#line 46
      }
#line 46
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
#line 46
        #pragma omp for
#line 46
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 46
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 46
          if (140 - warpcc_rows >= 128) {
#line 46
            #pragma clang loop unroll(full)
#line 46
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 46
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 47
              const int first = i * M;
#line 46
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[first + j];
#line 46
            }
#line 46
          } else {
#line 46
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 140 - warpcc_rows; warpcc_row += 4) {
#line 46
              int i = warpcc_rows + warpcc_row;
#line 47
              const int first = i * M;
#line 46
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[first + j];
#line 46
            }
#line 46
          }
#line 46
        }
#line 46
        #pragma omp for
#line 46
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
          if (warpcc_row < 140 - warpcc_rows) {
#line 46
            double mean = warpcc_kept_mean[warpcc_row];
#line 46
            double squares = warpcc_kept_squares[warpcc_row];
#line 46
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 53
              squares += (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] - mean) * (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] - mean);
#line 46
            }
#line 46
            warpcc_kept_squares[warpcc_row] = squares;
#line 46
          }
#line 46
        }
#line 46
      }
#line 46
      #pragma omp for
#line 46
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
        if (warpcc_row < 140 - warpcc_rows) {
#line 46
          int i = warpcc_rows + warpcc_row;
#line 47
          const int first = i * M;
#line 46
          double mean = warpcc_kept_mean[warpcc_row];
#line 46
          double squares = warpcc_kept_squares[warpcc_row];
#line 46
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 53
            squares += (A[first + j] - mean) * (A[first + j] - mean);
#line 46
          }
#line 54
          const double scale = 1 / (squares / M + 1);
#line 46
          warpcc_kept_scale[warpcc_row] = scale;
#line 46
        }
#line 46
      }
#line 46
      #pragma omp for
#line 46
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 46
        for (int warpcc_row = warpcc_item / 32; warpcc_row < 128; warpcc_row += 4) {
#line 46
          if (warpcc_row < 140 - warpcc_rows) {
#line 46
            int i = warpcc_rows + warpcc_row;
#line 47
            const int first = i * M;
#line 55
            const int last = i;
#line 46
            double mean = warpcc_kept_mean[warpcc_row];
#line 46
            double scale = warpcc_kept_scale[warpcc_row];
#line 46
            for (int j = warpcc_item % 32; j < 75; j += 32) {
#line 56
              B[first + j] = (A[first + j] - mean) * scale * gain[j] + last;
#line 46
            }
#line 46
          }
#line 46
        }
#line 46
      }
#line 46
      #pragma omp for
#line 46
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 46
        if (warpcc_row < 140 - warpcc_rows) {
#line 46
          int i = warpcc_rows + warpcc_row;
#line 46
          double scale = warpcc_kept_scale[warpcc_row];
#line 57
          means[i] += scale;
#line 46
        }
#line 46
      }
#line 46
    }
#line 46
  }
#line 59
}

/* A loop of few iterations, and one that stores what it loads, are run by the thread that runs the row; arrays of two types. */
static void beside(int n, int m, const float *restrict A, const double *restrict W, float *restrict C, float *restrict y) {
#line 63
  {
#line 63
    #pragma clang diagnostic push
#line 63
    #pragma clang diagnostic ignored "-Weverything"
#line 63
    int warpcc_holds = (__int128)m >= 32;
#line 63
    #pragma clang diagnostic pop
#line 63
    if (warpcc_holds) {
#line 63
  #pragma omp target teams distribute map(to: A[0:n*m], W[0:n*m]) map(tofrom: C[0:n*m]) map(from: y[0:n]) //~ plan=rows(A,W)
#line 64
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 64
    float warpcc_tile0[128][17];
#line 64
    double warpcc_tile1[128][17];
#line 64
    float warpcc_kept_s[128];
#line 64
    double warpcc_kept_t[128];
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
#line 65
          float s = 1;
#line 66
          for (int k = 0; k < 3; k++) s *= 2;
#line 64
          warpcc_kept_s[warpcc_row] = s;
#line 64
        }
#line 64
      }
#line 64
      for (int warpcc_columns = 0; warpcc_columns < m / 16; warpcc_columns++) {
#line 64
        #pragma omp for
#line 64
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 64
          int j = warpcc_columns * 16 + warpcc_item % 16;
#line 64
          if (n - warpcc_rows >= 128) {
#line 64
            #pragma clang loop unroll(full)
#line 64
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 8) {
#line 64
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 16);
#line 64
              warpcc_tile0[warpcc_pass + warpcc_item / 16][warpcc_item % 16] = A[i * m + j];
#line 64
            }
#line 64
          } else {
#line 64
            for (int warpcc_row = warpcc_item / 16; warpcc_row < n - warpcc_rows; warpcc_row += 8) {
#line 64
              int i = warpcc_rows + warpcc_row;
#line 64
              warpcc_tile0[warpcc_row][warpcc_item % 16] = A[i * m + j];
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
            float s = warpcc_kept_s[warpcc_row];
#line 64
            for (int j = warpcc_columns * 16; j < warpcc_columns * 16 + 16; j++) {
#line 67
              s = s / 2 + warpcc_tile0[warpcc_row][j - warpcc_columns * 16];
#line 64
            }
#line 64
            warpcc_kept_s[warpcc_row] = s;
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
          float s = warpcc_kept_s[warpcc_row];
#line 64
          for (int j = m / 16 * 16; j < m; j++) {
#line 67
            s = s / 2 + A[i * m + j];
#line 64
          }
#line 68
          for (int j = 1; j < m; j++) C[i * m + j] = C[i * m + j - 1] / 2 + s;
#line 69
          double t = s;
#line 64
          warpcc_kept_t[warpcc_row] = t;
#line 64
        }
#line 64
      }
#line 64
      for (int warpcc_columns = 0; warpcc_columns < m / 16; warpcc_columns++) {
#line 64
        #pragma omp for
#line 64
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 64
          int j = warpcc_columns * 16 + warpcc_item % 16;
#line 64
          if (n - warpcc_rows >= 128) {
#line 64
            #pragma clang loop unroll(full)
#line 64
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 8) {
#line 64
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 16);
#line 64
              warpcc_tile1[warpcc_pass + warpcc_item / 16][warpcc_item % 16] = W[i * m + j];
#line 64
              warpcc_tile0[warpcc_pass + warpcc_item / 16][warpcc_item % 16] = A[i * m + j];
#line 64
            }
#line 64
          } else {
#line 64
            for (int warpcc_row = warpcc_item / 16; warpcc_row < n - warpcc_rows; warpcc_row += 8) {
#line 64
              int i = warpcc_rows + warpcc_row;
#line 64
              warpcc_tile1[warpcc_row][warpcc_item % 16] = W[i * m + j];
#line 64
              warpcc_tile0[warpcc_row][warpcc_item % 16] = A[i * m + j];
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
            double t = warpcc_kept_t[warpcc_row];
#line 64
            for (int j = warpcc_columns * 16; j < warpcc_columns * 16 + 16; j++) {
#line 70
              t -= warpcc_tile1[warpcc_row][j - warpcc_columns * 16] * warpcc_tile0[warpcc_row][j - warpcc_columns * 16];
#line 64
            }
#line 64
            warpcc_kept_t[warpcc_row] = t;
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
          double t = warpcc_kept_t[warpcc_row];
#line 64
          for (int j = m / 16 * 16; j < m; j++) {
#line 70
            t -= W[i * m + j] * A[i * m + j];
#line 64
          }
#line 71
          y[i] = t;
#line 64
        }
#line 64
      }
#line 64
    }
#line 64
  }
#line 72
    } else {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 63
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], W[0:n*m]) map(tofrom: C[0:n*m]) map(from: y[0:n]) //~ plan=rows(A,W)
#line 64
  for (int i = 0; i < n; i++) {
    float s = 1;
    for (int k = 0; k < 3; k++) s *= 2;
    for (int j = 0; j < m; j++) s = s / 2 + A[i * m + j];
    for (int j = 1; j < m; j++) C[i * m + j] = C[i * m + j - 1] / 2 + s;
    double t = s;
    for (int j = 0; j < m; j++) t -= W[i * m + j] * A[i * m + j];
    y[i] = t;
  }
#line 72
    #pragma clang diagnostic pop
#line 72
    }
#line 72
  }
#line 73
}

/* The name of a variable between the loops means another one before. */
static void shadowed(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    float s = 0, t = 0;
    for (int j = 0; j < m; j++) { float scale = A[i * m + j]; s += scale; }
    float scale = s / 2;
    for (int j = 0; j < m; j++) t += A[i * m + j] * scale;
    y[i] = t;
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  double *A = malloc(sizeof(double) * N * M), *B = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(A, N * M);
  FILL(x, M);
  softmax(N, M, a, b); SHOW(b, N * M);
  softmax(129, 33, a, b); SHOW(b, 129 * 33);
  softmax(N, 20, a, b); SHOW(b, N * 20);
  pointed(N, M, a, b); SHOW(b, N * M);
  pointed(129, 33, a, b); SHOW(b, 129 * 33);
  normal(A, x, B, y); SHOW(B, N * M); SHOW(y, N);
  beside(N, M, a, A, b, c); SHOW(c, N); SHOW(b, N * M);
  beside(1, M, a, A, b, c); SHOW(c, 1);
  shadowed(N, M, a, c); SHOW(c, N);
  return 0;
}
