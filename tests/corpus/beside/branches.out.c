/* Branches around the loads of a row: it is fetched where all of it is known to be in memory. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

static double table[N][M];

/* The map clause has the whole row. */
static void off_diagonal(int n, const double *restrict a, const double *restrict x, double *restrict y) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)n >= 32;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute map(to: a[0:n*n], x[0:n]) map(from: y[0:n]) //~ plan=rows(a)
#line 12
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 12
    double warpcc_tile0[128][33];
#line 12
    double warpcc_kept_s[128];
#line 12
    #pragma omp parallel
#line 12
    {
#line 12
      #pragma omp for
#line 12
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 12
        if (warpcc_row < n - warpcc_rows) {
#line 13
          double s = 0;
#line 12
          warpcc_kept_s[warpcc_row] = s;
#line 12
        }
#line 12
      }
#line 12
      for (int warpcc_columns = 0; warpcc_columns < n / 32; warpcc_columns++) {
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * n + j];
#line 12
            }
#line 12
          } else {
#line 12
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 12
              int i = warpcc_rows + warpcc_row;
#line 12
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * n + j];
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
            double s = warpcc_kept_s[warpcc_row];
#line 12
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 15
              if (i != j) s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 12
            }
#line 12
            warpcc_kept_s[warpcc_row] = s;
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
          double s = warpcc_kept_s[warpcc_row];
#line 12
          for (int j = n / 32 * 32; j < n; j++) {
#line 15
            if (i != j) s += a[i * n + j] * x[j];
#line 12
          }
#line 16
          y[i] = s;
#line 12
        }
#line 12
      }
#line 12
    }
#line 12
  }
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for map(to: a[0:n*n], x[0:n]) map(from: y[0:n]) //~ plan=rows(a)
#line 12
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (i != j) s += a[i * n + j] * x[j];
    y[i] = s;
  }
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
}

/* Nothing is said of the array, but its diagonal is the divisor. */
static void divided(int n, const double *restrict a, const double *restrict x, double *restrict y) {
#line 22
  {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 22
    int warpcc_holds = (__int128)n >= 32;
#line 22
    #pragma clang diagnostic pop
#line 22
    if (warpcc_holds) {
#line 22
  #pragma omp target teams distribute //~ plan=rows(a)
#line 23
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 23
    double warpcc_tile0[128][33];
#line 23
    double warpcc_kept_s[128];
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
#line 23
          int i = warpcc_rows + warpcc_row;
#line 24
          double s = x[i];
#line 23
          warpcc_kept_s[warpcc_row] = s;
#line 23
        }
#line 23
      }
#line 23
      for (int warpcc_columns = 0; warpcc_columns < n / 32; warpcc_columns++) {
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * n + j];
#line 23
            }
#line 23
          } else {
#line 23
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 23
              int i = warpcc_rows + warpcc_row;
#line 23
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * n + j];
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
            double s = warpcc_kept_s[warpcc_row];
#line 23
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 26
      if (j == i)
        continue;
#line 28
              s -= warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 23
            }
#line 23
            warpcc_kept_s[warpcc_row] = s;
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
          double s = warpcc_kept_s[warpcc_row];
#line 23
          for (int j = n / 32 * 32; j < n; j++) {
#line 26
      if (j == i)
        continue;
#line 28
            s -= a[i * n + j] * x[j];
#line 23
          }
#line 30
          y[i] = s / a[i * n + i];
#line 23
        }
#line 23
      }
#line 23
    }
#line 23
  }
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 22
  #pragma omp target teams distribute parallel for //~ plan=rows(a)
#line 23
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      s -= a[i * n + j] * x[j];
    }
    y[i] = s / a[i * n + i];
  }
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

/* A variable is mapped as a whole. */
static void upper(int n, int m, double *restrict y) {
  #pragma omp target teams distribute map(to: table) map(from: y[0:n]) //~ plan=rows(table)
#line 37
  for (int warpcc_rows = 0; warpcc_rows < 200; warpcc_rows += 128) {
#line 37
    double warpcc_tile0[128][33];
#line 37
    double warpcc_kept_s[128];
#line 37
    #pragma omp parallel
#line 37
    {
#line 37
      #pragma omp for
#line 37
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 37
        if (warpcc_row < 200 - warpcc_rows) {
#line 38
          double s = 0;
#line 37
          warpcc_kept_s[warpcc_row] = s;
#line 37
        }
#line 37
      }
#line 37
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
#line 37
        #pragma omp for
#line 37
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 37
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 37
          if (200 - warpcc_rows >= 128) {
#line 37
            #pragma clang loop unroll(full)
#line 37
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 37
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 37
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = table[i][j];
#line 37
            }
#line 37
          } else {
#line 37
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 200 - warpcc_rows; warpcc_row += 4) {
#line 37
              int i = warpcc_rows + warpcc_row;
#line 37
              warpcc_tile0[warpcc_row][warpcc_item % 32] = table[i][j];
#line 37
            }
#line 37
          }
#line 37
        }
#line 37
        #pragma omp for
#line 37
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 37
          if (warpcc_row < 200 - warpcc_rows) {
#line 37
            int i = warpcc_rows + warpcc_row;
#line 37
            double s = warpcc_kept_s[warpcc_row];
#line 37
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 40
              if (j >= i % m) s = s * 0.5 + warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 37
            }
#line 37
            warpcc_kept_s[warpcc_row] = s;
#line 37
          }
#line 37
        }
#line 37
      }
#line 37
      #pragma omp for
#line 37
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 37
        if (warpcc_row < 200 - warpcc_rows) {
#line 37
          int i = warpcc_rows + warpcc_row;
#line 37
          double s = warpcc_kept_s[warpcc_row];
#line 37
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 40
            if (j >= i % m) s = s * 0.5 + table[i][j];
#line 37
          }
#line 41
          if (i < n) y[i] = s;
#line 37
        }
#line 37
      }
#line 37
    }
#line 37
  }
#line 43
}

/* Every second element, in one expression. */
static void colour(int n, int m, int even, const float *restrict a, float *restrict y) {
#line 47
  {
#line 47
    #pragma clang diagnostic push
#line 47
    #pragma clang diagnostic ignored "-Weverything"
#line 47
    int warpcc_holds = (__int128)m >= 32;
#line 47
    #pragma clang diagnostic pop
#line 47
    if (warpcc_holds) {
#line 47
  #pragma omp target teams distribute map(to: a[0:m*(n+1)]) map(from: y[0:n]) //~ plan=rows(a)
#line 48
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 48
    float warpcc_tile0[128][33];
#line 48
    float warpcc_kept_s[128];
#line 48
    #pragma omp parallel
#line 48
    {
#line 48
      #pragma omp for
#line 48
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 48
        if (warpcc_row < n - warpcc_rows) {
#line 49
          float s = 0;
#line 48
          warpcc_kept_s[warpcc_row] = s;
#line 48
        }
#line 48
      }
#line 48
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 48
        #pragma omp for
#line 48
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 48
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 48
          if (n - warpcc_rows >= 128) {
#line 48
            #pragma clang loop unroll(full)
#line 48
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 48
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 48
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 48
            }
#line 48
          } else {
#line 48
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 48
              int i = warpcc_rows + warpcc_row;
#line 48
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 48
            }
#line 48
          }
#line 48
        }
#line 48
        #pragma omp for
#line 48
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 48
          if (warpcc_row < n - warpcc_rows) {
#line 48
            int i = warpcc_rows + warpcc_row;
#line 48
            float s = warpcc_kept_s[warpcc_row];
#line 48
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 50
              s += (i + j) % 2 == even ? warpcc_tile0[warpcc_row][j - warpcc_columns * 32] : 1;
#line 48
            }
#line 48
            warpcc_kept_s[warpcc_row] = s;
#line 48
          }
#line 48
        }
#line 48
      }
#line 48
      #pragma omp for
#line 48
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 48
        if (warpcc_row < n - warpcc_rows) {
#line 48
          int i = warpcc_rows + warpcc_row;
#line 48
          float s = warpcc_kept_s[warpcc_row];
#line 48
          for (int j = m / 32 * 32; j < m; j++) {
#line 50
            s += (i + j) % 2 == even ? a[i * m + j] : 1;
#line 48
          }
#line 51
          y[i] = s;
#line 48
        }
#line 48
      }
#line 48
    }
#line 48
  }
#line 52
    } else {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 47
  #pragma omp target teams distribute parallel for map(to: a[0:m*(n+1)]) map(from: y[0:n]) //~ plan=rows(a)
#line 48
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += (i + j) % 2 == even ? a[i * m + j] : 1;
    y[i] = s;
  }
#line 52
    #pragma clang diagnostic pop
#line 52
    }
#line 52
  }
#line 53
}

/* The lanes of a warp would skip what they keep of each other's rows: the row comes through team memory. */
static void skipped(int n, int m, const unsigned *restrict a, unsigned *restrict y) {
#line 57
  {
#line 57
    #pragma clang diagnostic push
#line 57
    #pragma clang diagnostic ignored "-Weverything"
#line 57
    int warpcc_holds = (__int128)m >= 32;
#line 57
    #pragma clang diagnostic pop
#line 57
    if (warpcc_holds) {
#line 57
  #pragma omp target teams distribute map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 58
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 58
    unsigned warpcc_tile0[128][33];
#line 58
    unsigned warpcc_kept_s[128];
#line 58
    #pragma omp parallel
#line 58
    {
#line 58
      #pragma omp for
#line 58
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 58
        if (warpcc_row < n - warpcc_rows) {
#line 59
          unsigned s = 0;
#line 58
          warpcc_kept_s[warpcc_row] = s;
#line 58
        }
#line 58
      }
#line 58
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 58
        #pragma omp for
#line 58
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 58
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 58
          if (n - warpcc_rows >= 128) {
#line 58
            #pragma clang loop unroll(full)
#line 58
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 58
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 58
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 58
            }
#line 58
          } else {
#line 58
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 58
              int i = warpcc_rows + warpcc_row;
#line 58
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 58
            }
#line 58
          }
#line 58
        }
#line 58
        #pragma omp for
#line 58
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 58
          if (warpcc_row < n - warpcc_rows) {
#line 58
            int i = warpcc_rows + warpcc_row;
#line 58
            unsigned s = warpcc_kept_s[warpcc_row];
#line 58
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 61
              s += j;
#line 62
              if (j == i) continue;
#line 63
              s ^= warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 64
              s += s << 3;
#line 58
            }
#line 58
            warpcc_kept_s[warpcc_row] = s;
#line 58
          }
#line 58
        }
#line 58
      }
#line 58
      #pragma omp for
#line 58
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 58
        if (warpcc_row < n - warpcc_rows) {
#line 58
          int i = warpcc_rows + warpcc_row;
#line 58
          unsigned s = warpcc_kept_s[warpcc_row];
#line 58
          for (int j = m / 32 * 32; j < m; j++) {
#line 61
            s += j;
#line 62
            if (j == i) continue;
#line 63
            s ^= a[i * m + j];
#line 64
            s += s << 3;
#line 58
          }
#line 66
          y[i] = s;
#line 58
        }
#line 58
      }
#line 58
    }
#line 58
  }
#line 67
    } else {
#line 67
    #pragma clang diagnostic push
#line 67
    #pragma clang diagnostic ignored "-Weverything"
#line 57
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 58
  for (int i = 0; i < n; i++) {
    unsigned s = 0;
    for (int j = 0; j < m; j++) {
      s += j;
      if (j == i) continue;
      s ^= a[i * m + j];
      s += s << 3;
    }
    y[i] = s;
  }
#line 67
    #pragma clang diagnostic pop
#line 67
    }
#line 67
  }
#line 68
}

/* The end of a row may not exist. */
static void unknown(int n, int m, int end, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i * m + j < end) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The section ends before the last row does. */
static void shorter(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n+1]) //~ plan=none WC211
  for (int i = 0; i <= n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i < n) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The section begins behind the first element. */
static void later(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[1:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i + j > 0) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The right neighbour of the last element is none. */
static void neighbour(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (j + 1 < m) s = s * 0.5 + a[i * m + j + 1];
    y[i] = s;
  }
}

/* How many elements there are is computed without a sign: the product may wrap around. */
static void wrapping(unsigned n, unsigned m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (unsigned i = 0; i < n; i++) {
    double s = 0;
    for (unsigned j = 0; j < m; j++)
      if (i != j) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The element that is left out is not the one that is loaded elsewhere. */
static void other_element(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++)
      if (j != i) s -= a[i * n + j] * x[j];
    y[i] = s / a[i * n];
  }
}

/* The diagonal is loaded for some rows only. */
static void some_rows(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++)
      if (j != i) s -= a[i * n + j] * x[j];
    if (i > 0) s /= a[i * n + i];
    y[i] = s;
  }
}

/* How often the elements are loaded is written in memory. */
static void masked(int n, int m, const int *restrict mask, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m], mask[0:m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (mask[j] == 3) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* One element of each row. */
static void one(int n, int m, int k, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (j == k) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* What the program stores there another row would fetch, though it does not use it. */
static void stored(int n, double *restrict a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none WC206
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (j != i) s = s * 0.5 + a[i * n + j];
    a[i * n + i] = s;
  }
}

int main(void) {
  double *a = malloc(sizeof(double) * N * N), *x = malloc(sizeof(double) * N), *y = malloc(sizeof(double) * (N + 1));
  float *f = malloc(sizeof(float) * (N + 1) * M), *g = malloc(sizeof(float) * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  int mask[M];
  FILL(a, N * N); FILL(x, N); FILL(f, (N + 1) * M); FILL(&table[0][0], N * M); FILL(mask, M); FILL(u, N * M);
  for (int i = 0; i < N; i++) a[i * N + i] = 1 << i % 3, a[i * N] = 1;
  off_diagonal(N, a, x, y); SHOW(y, N);
  off_diagonal(33, a, x, y); SHOW(y, 33);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    divided(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    other_element(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    some_rows(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*M])
  {
    unknown(N, M, N * M - 3, a, y);
  }
  SHOW(y, N);
  upper(N, 50, y); SHOW(y, N);
  colour(N, M, 0, f, g); SHOW(g, N);
  skipped(N, M, u, v); SHOW(v, N);
  shorter(N, M, a, y); SHOW(y, N + 1);
  later(N, M, a, y); SHOW(y, N);
  neighbour(N, M, a, y); SHOW(y, N);
  wrapping(N, M, a, y); SHOW(y, N);
  masked(N, M, mask, a, y); SHOW(y, N);
  one(N, M, 4, a, y); SHOW(y, N);
  stored(N, a); SHOW(a, N * N);
  return 0;
}
