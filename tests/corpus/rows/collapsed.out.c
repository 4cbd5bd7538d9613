/* Rows inside of other loops of the directive: each of their iterations has blocks of rows. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { B = 3, N = 200, M = 75 };

/* A batch of products of matrices and one vector. */
static void batch(int b, int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)m >= 32 && (__int128)n >= 128;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute collapse(2) map(to: a[0:b*n*m], x[0:m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 10
  for (int k = 0; k < b; k++) {
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
#line 12
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
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[(k * n + i) * m + j];
#line 10
              }
#line 10
            } else {
#line 10
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
                int i = warpcc_rows + warpcc_row;
#line 10
                warpcc_tile0[warpcc_row][warpcc_item % 32] = a[(k * n + i) * m + j];
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
                s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
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
              s += a[(k * n + i) * m + j] * x[j];
#line 10
            }
#line 15
            y[k * n + i] = s;
#line 10
          }
#line 10
        }
#line 10
      }
#line 10
    }
#line 10
  }
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m], x[0:m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 10
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < m; j++)
        s += a[(k * n + i) * m + j] * x[j];
      y[k * n + i] = s;
    }
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
}

/* Lengths that are numbers, three loops, an offset of each head. */
static float scores[2][B][N][64], greatest[2][B][N];
static void heads(const float *restrict offset) {
  #pragma omp target teams distribute collapse(3) map(tofrom: scores, greatest) map(to: offset[0:B]) //~ plan=rows(scores)
#line 23
  for (int sample = 0; sample < 2; sample++) {
#line 23
    for (int head = 0; head < 3; head++) {
#line 23
      for (int warpcc_rows = 0; warpcc_rows < 200; warpcc_rows += 128) {
#line 23
        float warpcc_tile0[128][33];
#line 23
        float warpcc_kept_add[128];
#line 23
        float warpcc_kept_most[128];
#line 23
        #pragma omp parallel
#line 23
        {
#line 23
          #pragma omp for
#line 23
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 23
            if (warpcc_row < 200 - warpcc_rows) {
#line 23
              int row = warpcc_rows + warpcc_row;
#line 26
              const float add = offset[head];
#line 27
              float most = scores[sample][head][row][0] + add;
#line 23
              warpcc_kept_add[warpcc_row] = add;
#line 23
              warpcc_kept_most[warpcc_row] = most;
#line 23
            }
#line 23
          }
#line 23
          for (int warpcc_columns = 0; warpcc_columns < (64 - 1) / 32; warpcc_columns++) {
#line 23
            #pragma omp for
#line 23
            for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 23
              int j = 1 + warpcc_columns * 32 + warpcc_item % 32;
#line 23
              if (200 - warpcc_rows >= 128) {
#line 23
                #pragma clang loop unroll(full)
#line 23
                for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 23
                  int row = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 23
                  warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = scores[sample][head][row][j];
#line 23
                }
#line 23
              } else {
#line 23
                for (int warpcc_row = warpcc_item / 32; warpcc_row < 200 - warpcc_rows; warpcc_row += 4) {
#line 23
                  int row = warpcc_rows + warpcc_row;
#line 23
                  warpcc_tile0[warpcc_row][warpcc_item % 32] = scores[sample][head][row][j];
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
              if (warpcc_row < 200 - warpcc_rows) {
#line 23
                float add = warpcc_kept_add[warpcc_row];
#line 23
                float most = warpcc_kept_most[warpcc_row];
#line 23
                for (int j = 1 + warpcc_columns * 32; j < 1 + warpcc_columns * 32 + 32; j++) {
#line 29
                  if (warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] + add > most) most = warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] + add;
#line 23
                }
#line 23
                warpcc_kept_most[warpcc_row] = most;
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
            if (warpcc_row < 200 - warpcc_rows) {
#line 23
              int row = warpcc_rows + warpcc_row;
#line 23
              float add = warpcc_kept_add[warpcc_row];
#line 23
              float most = warpcc_kept_most[warpcc_row];
#line 23
              for (int j = 1 + (64 - 1) / 32 * 32; j < 64; j++) {
#line 29
                if (scores[sample][head][row][j] + add > most) most = scores[sample][head][row][j] + add;
#line 23
              }
#line 30
              greatest[sample][head][row] = most;
#line 23
            }
#line 23
          }
#line 23
        }
#line 23
      }
#line 23
    }
#line 23
  }
#line 34
}

/* Counters of outside, and one of another type. */
static void counters(size_t b, int n, int m, const int *restrict a, int *restrict y) {
  size_t k;
  int i, j, s;
#line 40
  {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 40
    int warpcc_holds = (__int128)m >= 32 && (__int128)n >= 128;
#line 40
    #pragma clang diagnostic pop
#line 40
    if (warpcc_holds) {
#line 40
  #pragma omp target teams distribute private(k, i) collapse(2) private(j, s) map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 41
  for (unsigned long k = 0ul; k < b; k += 1ul) {
#line 41
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 41
      int warpcc_tile0[128][33];
#line 41
      int warpcc_kept_s[128];
#line 41
      #pragma omp parallel
#line 41
      {
#line 41
        #pragma omp for
#line 41
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 41
          if (warpcc_row < n - warpcc_rows) {
#line 41
            int s;
#line 43
            s = 3;
#line 41
            warpcc_kept_s[warpcc_row] = s;
#line 41
          }
#line 41
        }
#line 41
        for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 41
          #pragma omp for
#line 41
          for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 41
            int j = warpcc_columns * 32 + warpcc_item % 32;
#line 41
            if (n - warpcc_rows >= 128) {
#line 41
              #pragma clang loop unroll(full)
#line 41
              for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 41
                int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 41
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[(k * n + i) * m + j];
#line 41
              }
#line 41
            } else {
#line 41
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 41
                int i = warpcc_rows + warpcc_row;
#line 41
                warpcc_tile0[warpcc_row][warpcc_item % 32] = a[(k * n + i) * m + j];
#line 41
              }
#line 41
            }
#line 41
          }
#line 41
          #pragma omp for
#line 41
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 41
            if (warpcc_row < n - warpcc_rows) {
#line 41
              int s = warpcc_kept_s[warpcc_row];
#line 41
              for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 44
                s = s % 7 + warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 41
              }
#line 41
              warpcc_kept_s[warpcc_row] = s;
#line 41
            }
#line 41
          }
#line 41
        }
#line 41
        #pragma omp for
#line 41
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 41
          if (warpcc_row < n - warpcc_rows) {
#line 41
            int i = warpcc_rows + warpcc_row;
#line 41
            int s = warpcc_kept_s[warpcc_row];
#line 41
            for (int j = m / 32 * 32; j < m; j++) {
#line 44
              s = s % 7 + a[(k * n + i) * m + j];
#line 41
            }
#line 45
            y[k * n + i] = s;
#line 41
          }
#line 41
        }
#line 41
      }
#line 41
    }
#line 41
  }
#line 46
    } else {
#line 46
    #pragma clang diagnostic push
#line 46
    #pragma clang diagnostic ignored "-Weverything"
#line 40
  #pragma omp target teams distribute parallel for collapse(2) private(j, s) map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 41
  for (k = 0; k < b; k++)
    for (i = 0; i < n; i++) {
      s = 3;
      for (j = 0; j < m; j++) s = s % 7 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
#line 46
    #pragma clang diagnostic pop
#line 46
    }
#line 46
  }
#line 47
}

/* A sum of all rows beside them. */
static double summed(int b, int n, int m, const double *restrict a, double *restrict y) {
  double total = 1;
#line 52
  {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 52
    int warpcc_holds = (__int128)m >= 32 && (__int128)n >= 128;
#line 52
    #pragma clang diagnostic pop
#line 52
    if (warpcc_holds) {
#line 52
  #pragma omp target teams distribute map(tofrom: total) collapse(2)  map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 53
  for (int k = 1; k <= b; k++) {
#line 53
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 53
      double warpcc_tile0[128][33];
#line 53
      double warpcc_kept_s[128];
#line 53
      double warpcc_all_total = 0.0;
#line 53
      #pragma omp parallel
#line 53
      {
#line 53
        #pragma omp for
#line 53
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 53
          if (warpcc_row < n - warpcc_rows) {
#line 55
            double s = k;
#line 53
            warpcc_kept_s[warpcc_row] = s;
#line 53
          }
#line 53
        }
#line 53
        for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 53
          #pragma omp for
#line 53
          for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 53
            int j = warpcc_columns * 32 + warpcc_item % 32;
#line 53
            if (n - warpcc_rows >= 128) {
#line 53
              #pragma clang loop unroll(full)
#line 53
              for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 53
                int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 53
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[((k - 1) * n + i) * m + j];
#line 53
              }
#line 53
            } else {
#line 53
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 53
                int i = warpcc_rows + warpcc_row;
#line 53
                warpcc_tile0[warpcc_row][warpcc_item % 32] = a[((k - 1) * n + i) * m + j];
#line 53
              }
#line 53
            }
#line 53
          }
#line 53
          #pragma omp for
#line 53
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 53
            if (warpcc_row < n - warpcc_rows) {
#line 53
              double s = warpcc_kept_s[warpcc_row];
#line 53
              for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 56
                s = s / 2 + warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 53
              }
#line 53
              warpcc_kept_s[warpcc_row] = s;
#line 53
            }
#line 53
          }
#line 53
        }
#line 53
        #pragma omp for reduction(+: warpcc_all_total)
#line 53
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 53
          if (warpcc_row < n - warpcc_rows) {
#line 53
            int i = warpcc_rows + warpcc_row;
#line 53
            double total = warpcc_all_total;
#line 53
            double s = warpcc_kept_s[warpcc_row];
#line 53
            for (int j = m / 32 * 32; j < m; j++) {
#line 56
              s = s / 2 + a[((k - 1) * n + i) * m + j];
#line 53
            }
#line 57
            y[(k - 1) * n + i] = s;
#line 58
            total += s;
#line 53
            warpcc_all_total = total;
#line 53
          }
#line 53
        }
#line 53
      }
#line 53
      #pragma omp atomic
#line 53
      total = total + warpcc_all_total;
#line 53
    }
#line 53
  }
#line 59
    } else {
#line 59
    #pragma clang diagnostic push
#line 59
    #pragma clang diagnostic ignored "-Weverything"
#line 52
  #pragma omp target teams distribute parallel for collapse(2) reduction(+: total) map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
#line 53
  for (int k = 1; k <= b; k++)
    for (int i = 0; i < n; i++) {
      double s = k;
      for (int j = 0; j < m; j++) s = s / 2 + a[((k - 1) * n + i) * m + j];
      y[(k - 1) * n + i] = s;
      total += s;
    }
#line 59
    #pragma clang diagnostic pop
#line 59
    }
#line 59
  }
#line 60
  return total;
}

/* Two loops along a row. */
static void normal(int b, int n, int m, const float *restrict a, float *restrict y) {
#line 65
  {
#line 65
    #pragma clang diagnostic push
#line 65
    #pragma clang diagnostic ignored "-Weverything"
#line 65
    int warpcc_holds = 2147483616 >= (__int128)m && (__int128)m >= 32 && (__int128)n >= 128;
#line 65
    #pragma clang diagnostic pop
#line 65
    if (warpcc_holds) {
#line 65
  #pragma omp target teams distribute collapse(2) map(to: a[0:b*n*m]) map(from: y[0:b*n*m]) //~ plan=rows(a)
#line 66
  for (int k = 0; k < b; k++) {
#line 66
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 66
      float warpcc_tile0[128][33];
#line 66
      float warpcc_kept_most[128];
#line 66
      #pragma omp parallel
#line 66
      {
#line 66
        #pragma omp for
#line 66
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 66
          if (warpcc_row < n - warpcc_rows) {
#line 68
            float most = 0;
#line 66
            warpcc_kept_most[warpcc_row] = most;
#line 66
          }
#line 66
        }
#line 66
        for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 66
          #pragma omp for
#line 66
          for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 66
            int j = warpcc_columns * 32 + warpcc_item % 32;
#line 66
            if (n - warpcc_rows >= 128) {
#line 66
              #pragma clang loop unroll(full)
#line 66
              for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 66
                int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 66
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[(k * n + i) * m + j];
#line 66
              }
#line 66
            } else {
#line 66
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 66
                int i = warpcc_rows + warpcc_row;
#line 66
                warpcc_tile0[warpcc_row][warpcc_item % 32] = a[(k * n + i) * m + j];
#line 66
              }
#line 66
            }
#line 66
          }
#line 66
          #pragma omp for
#line 66
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 66
            if (warpcc_row < n - warpcc_rows) {
#line 66
              float most = warpcc_kept_most[warpcc_row];
#line 66
              for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 70
                most = warpcc_tile0[warpcc_row][j - warpcc_columns * 32] > most ? warpcc_tile0[warpcc_row][j - warpcc_columns * 32] : most;
#line 66
              }
#line 66
              warpcc_kept_most[warpcc_row] = most;
#line 66
            }
#line 66
          }
#line 66
        }
#line 66
        #pragma omp for
#line 66
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 66
          if (warpcc_row < n - warpcc_rows) {
#line 66
            int i = warpcc_rows + warpcc_row;
#line 66
            float most = warpcc_kept_most[warpcc_row];
#line 66
            for (int j = m / 32 * 32; j < m; j++) {
#line 70
              most = a[(k * n + i) * m + j] > most ? a[(k * n + i) * m + j] : most;
#line 66
            }
#line 66
            warpcc_kept_most[warpcc_row] = most;
#line 66
          }
#line 66
        }
#line 66
        #pragma omp for
#line 66
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 66
          for (int warpcc_row = warpcc_item / 32; warpcc_row < 128; warpcc_row += 4) {
#line 66
            if (warpcc_row < n - warpcc_rows) {
#line 66
              int i = warpcc_rows + warpcc_row;
#line 66
              float most = warpcc_kept_most[warpcc_row];
#line 66
              for (int j = warpcc_item % 32; j < m; j += 32) {
#line 71
                y[(k * n + i) * m + j] = most - a[(k * n + i) * m + j];
#line 66
              }
#line 66
            }
#line 66
          }
#line 66
        }
#line 66
      }
#line 66
    }
#line 66
  }
#line 72
    } else {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 65
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(from: y[0:b*n*m]) //~ plan=rows(a)
#line 66
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      float most = 0;
      for (int j = 0; j < m; j++)
        most = a[(k * n + i) * m + j] > most ? a[(k * n + i) * m + j] : most;
      for (int j = 0; j < m; j++) y[(k * n + i) * m + j] = most - a[(k * n + i) * m + j];
    }
#line 72
    #pragma clang diagnostic pop
#line 72
    }
#line 72
  }
#line 73
}

/* Most threads of a block of 128 rows would have none. */
static double small[B][40][64], of_small[B][40];
static void few(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: small) map(from: of_small) //~ plan=none WC210
  for (int k = 0; k < B; k++)
    for (int i = 0; i < 40; i++) {
      double s = 0;
      for (int j = 0; j < 64; j++) s = s / 2 + small[k][i][j];
      of_small[k][i] = s;
    }
}

/* Every second sample: the blocks of the others have no rows. */
static void every_second(int b, int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(tofrom: y[0:b*n]) //~ plan=none WC211
  for (int k = 0; k < b; k += 2)
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < m; j++) s = s / 2 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
}

/* Samples have different numbers of rows. */
static void ragged(int b, int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(tofrom: y[0:b*n]) //~ plan=none
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n - k; i++) {
      double s = 0;
      for (int j = 0; j < m; j++) s = s / 2 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
}

int main(void) {
  double *a = malloc(sizeof(double) * B * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * B * N);
  float *f = malloc(sizeof(float) * B * N * M), *g = malloc(sizeof(float) * B * N * M), offset[B] = {1, 0, 2};
  int *p = malloc(sizeof(int) * B * N * M), *q = malloc(sizeof(int) * B * N);
  FILL(a, B * N * M); FILL(x, M); FILL(y, B * N); FILL(f, B * N * M); FILL(p, B * N * M);
  FILL(&scores[0][0][0][0], 2 * B * N * 64); FILL(&small[0][0][0], B * 40 * 64);
  batch(B, N, M, a, x, y); SHOW(y, B * N);
  batch(7, 31, 40, a, x, y); SHOW(y, 7 * 31);
  batch(2, 128, 33, a, x, y); SHOW(y, 2 * 128);
  batch(0, 300, 33, a, x, y);
  heads(offset); SHOW(&greatest[0][0][0], 2 * B * N);
  counters(B, N, M, p, q); SHOW(q, B * N);
  printf("%.1f\n", summed(B, N, M, a, y)); SHOW(y, B * N);
  normal(B, N, M, f, g); SHOW(g, B * N * M);
  few(); SHOW(&of_small[0][0], B * 40);
  every_second(B, N, M, a, y); SHOW(y, B * N);
  ragged(B, N, M, a, y); SHOW(y, B * N);
  return 0;
}
