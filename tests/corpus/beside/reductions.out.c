/* What the directive reduces beside rows: the threads of a team reduce it, and each team adds its part by an atomic update. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 300, M = 75 };

/* A product of matrix and vector, and the square of its norm. */
static double norm(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  double total = 5;
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)m >= 32;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute map(tofrom: total)  map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 11
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 11
    double warpcc_tile0[128][33];
#line 11
    double warpcc_kept_s[128];
#line 11
    double warpcc_all_total = 0.0;
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
#line 12
          double s = 0;
#line 11
          warpcc_kept_s[warpcc_row] = s;
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
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
            double s = warpcc_kept_s[warpcc_row];
#line 11
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 14
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 11
            }
#line 11
            warpcc_kept_s[warpcc_row] = s;
#line 11
          }
#line 11
        }
#line 11
      }
#line 11
      #pragma omp for reduction(+: warpcc_all_total)
#line 11
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
        if (warpcc_row < n - warpcc_rows) {
#line 11
          int i = warpcc_rows + warpcc_row;
#line 11
          double total = warpcc_all_total;
#line 11
          double s = warpcc_kept_s[warpcc_row];
#line 11
          for (int j = m / 32 * 32; j < m; j++) {
#line 14
            s += a[i * m + j] * x[j];
#line 11
          }
#line 15
          y[i] = s;
#line 16
          total += s * s;
#line 11
          warpcc_all_total = total;
#line 11
        }
#line 11
      }
#line 11
    }
#line 11
    #pragma omp atomic
#line 11
    total = total + warpcc_all_total;
#line 11
  }
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 11
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
    total += s * s;
  }
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
  return total;
}

/* The program maps the number itself, which keeps what earlier rows left in it. */
static void mapped(int n, int m, const float *restrict a, float *restrict y, float *sum) {
  float all = *sum;
  #pragma omp target data map(to: a[0:n*m]) map(from: y[0:n])
  {
#line 26
    {
#line 26
      #pragma clang diagnostic push
#line 26
      #pragma clang diagnostic ignored "-Weverything"
#line 26
      int warpcc_holds = (__int128)m >= 32;
#line 26
      #pragma clang diagnostic pop
#line 26
      if (warpcc_holds) {
#line 26
    #pragma omp target teams distribute map(tofrom: all)  //~ plan=rows(a)
#line 27
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 27
      float warpcc_tile0[128][33];
#line 27
      float warpcc_kept_most[128];
#line 27
      float warpcc_all_all = 0.0f;
#line 27
      #pragma omp parallel
#line 27
      {
#line 27
        #pragma omp for
#line 27
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 27
          if (warpcc_row < n - warpcc_rows) {
#line 28
            float most = 0;
#line 27
            warpcc_kept_most[warpcc_row] = most;
#line 27
          }
#line 27
        }
#line 27
        for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 27
          #pragma omp for
#line 27
          for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 27
            int j = warpcc_columns * 32 + warpcc_item % 32;
#line 27
            if (n - warpcc_rows >= 128) {
#line 27
              #pragma clang loop unroll(full)
#line 27
              for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 27
                int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 27
                warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 27
              }
#line 27
            } else {
#line 27
              for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 27
                int i = warpcc_rows + warpcc_row;
#line 27
                warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 27
              }
#line 27
            }
#line 27
          }
#line 27
          #pragma omp for
#line 27
          for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 27
            if (warpcc_row < n - warpcc_rows) {
#line 27
              float most = warpcc_kept_most[warpcc_row];
#line 27
              for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 30
                if (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] > most) most = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 27
              }
#line 27
              warpcc_kept_most[warpcc_row] = most;
#line 27
            }
#line 27
          }
#line 27
        }
#line 27
        #pragma omp for reduction(+: warpcc_all_all)
#line 27
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 27
          if (warpcc_row < n - warpcc_rows) {
#line 27
            int i = warpcc_rows + warpcc_row;
#line 27
            float all = warpcc_all_all;
#line 27
            float most = warpcc_kept_most[warpcc_row];
#line 27
            for (int j = m / 32 * 32; j < m; j++) {
#line 30
              if (a[i * m + j] > most) most = a[i * m + j];
#line 27
            }
#line 31
            y[i] = most;
#line 32
            all -= most;
#line 27
            warpcc_all_all = all;
#line 27
          }
#line 27
        }
#line 27
      }
#line 27
      #pragma omp atomic
#line 27
      all = all + warpcc_all_all;
#line 27
    }
#line 33
      } else {
#line 33
      #pragma clang diagnostic push
#line 33
      #pragma clang diagnostic ignored "-Weverything"
#line 26
    #pragma omp target teams distribute parallel for map(tofrom: all) reduction(+ : all) //~ plan=rows(a)
#line 27
    for (int i = 0; i < n; ++i) {
      float most = 0;
      for (int j = 0; j < m; ++j)
        if (a[i * m + j] > most) most = a[i * m + j];
      y[i] = most;
      all -= most;
    }
#line 33
      #pragma clang diagnostic pop
#line 33
      }
#line 33
    }
#line 34
  }
  *sum = all;
}

/* Nothing but the number leaves the region: the greatest sum of a row, and how many are odd. */
static int greatest(int n, int m, const int *restrict a, int *odd) {
  int most = -1000, many = 1;
#line 41
  {
#line 41
    #pragma clang diagnostic push
#line 41
    #pragma clang diagnostic ignored "-Weverything"
#line 41
    int warpcc_holds = (__int128)m >= 32;
#line 41
    #pragma clang diagnostic pop
#line 41
    if (warpcc_holds) {
#line 41
  #pragma omp target teams distribute map(tofrom: most) map(tofrom: many) num_teams(3)   map(to: a[0:n*m]) //~ plan=rows(a)
#line 42
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 42
    int warpcc_tile0[128][33];
#line 42
    int warpcc_kept_s[128];
#line 42
    int warpcc_all_most = -2147483647 - 1;
#line 42
    int warpcc_all_many = 0;
#line 42
    #pragma omp parallel
#line 42
    {
#line 42
      #pragma omp for
#line 42
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 42
        if (warpcc_row < n - warpcc_rows) {
#line 43
          int s = 0;
#line 42
          warpcc_kept_s[warpcc_row] = s;
#line 42
        }
#line 42
      }
#line 42
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 42
        #pragma omp for
#line 42
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 42
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 42
          if (n - warpcc_rows >= 128) {
#line 42
            #pragma clang loop unroll(full)
#line 42
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 42
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 42
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 42
            }
#line 42
          } else {
#line 42
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 42
              int i = warpcc_rows + warpcc_row;
#line 42
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 42
            }
#line 42
          }
#line 42
        }
#line 42
        #pragma omp for
#line 42
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 42
          if (warpcc_row < n - warpcc_rows) {
#line 42
            int s = warpcc_kept_s[warpcc_row];
#line 42
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 44
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 42
            }
#line 42
            warpcc_kept_s[warpcc_row] = s;
#line 42
          }
#line 42
        }
#line 42
      }
#line 42
      #pragma omp for reduction(max: warpcc_all_most) reduction(+: warpcc_all_many)
#line 42
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 42
        if (warpcc_row < n - warpcc_rows) {
#line 42
          int i = warpcc_rows + warpcc_row;
#line 42
          int most = warpcc_all_most;
#line 42
          int many = warpcc_all_many;
#line 42
          int s = warpcc_kept_s[warpcc_row];
#line 42
          for (int j = m / 32 * 32; j < m; j++) {
#line 44
            s += a[i * m + j];
#line 42
          }
#line 45
          if (s > most) most = s;
#line 46
          if (s % 2) many++;
#line 42
          warpcc_all_most = most;
#line 42
          warpcc_all_many = many;
#line 42
        }
#line 42
      }
#line 42
    }
#line 42
    #pragma omp atomic compare
#line 42
    if (warpcc_all_most > most) {
#line 42
      most = warpcc_all_most;
#line 42
    }
#line 42
    #pragma omp atomic
#line 42
    many = many + warpcc_all_many;
#line 42
  }
#line 47
    } else {
#line 47
    #pragma clang diagnostic push
#line 47
    #pragma clang diagnostic ignored "-Weverything"
#line 41
  #pragma omp target teams distribute parallel for num_teams(3) reduction(max: most) reduction(+: many) map(to: a[0:n*m]) //~ plan=rows(a)
#line 42
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    if (s > most) most = s;
    if (s % 2) many++;
  }
#line 47
    #pragma clang diagnostic pop
#line 47
    }
#line 47
  }
#line 48
  *odd = many;
  return most;
}

/* Extremes of floating numbers: clang 19 has no update of theirs that begins with an atomic load. */
static double least(int n, int m, const double *restrict a, const double *restrict b, double *high) {
  double low = 1e9, other = 1e9, top = -1e9;
  #pragma omp target teams distribute parallel for reduction(min: low, other) reduction(max: top) map(to: a[0:n*m], b[0:n]) //~ plan=none WC211
  for (int row = 0; row < n; row++) {
    double residual = b[row];
    for (int k = 0; k < m; k++) residual -= a[row * m + k] * 2;
    const double size = residual < 0 ? -residual : residual;
    low = size < low ? size : low;
    if (residual < other) other = residual;
    if (size > top) top = size;
  }
  *high = top;
  return low + other;
}

/* Bits of unsigned numbers; a product. */
static unsigned bits(unsigned n, unsigned m, const unsigned *restrict a, double *product) {
  unsigned any = 1u << 30, parity = 3;
  double all = 2;
#line 72
  {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 72
    int warpcc_holds = (__int128)m >= 32;
#line 72
    #pragma clang diagnostic pop
#line 72
    if (warpcc_holds) {
#line 72
  #pragma omp target teams distribute map(tofrom: any) map(tofrom: parity) map(tofrom: all)    map(to: a[0:n*m]) //~ plan=rows(a)
#line 73
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 128u) {
#line 73
    unsigned warpcc_tile0[128][33];
#line 73
    unsigned warpcc_kept_h[128];
#line 73
    unsigned warpcc_all_any = 0u;
#line 73
    unsigned warpcc_all_parity = 0u;
#line 73
    double warpcc_all_all = 1.0;
#line 73
    #pragma omp parallel
#line 73
    {
#line 73
      #pragma omp for
#line 73
      for (unsigned warpcc_row = 0u; warpcc_row < 128u; warpcc_row += 1u) {
#line 73
        if (warpcc_row < n - warpcc_rows) {
#line 74
          unsigned h = 7;
#line 73
          warpcc_kept_h[warpcc_row] = h;
#line 73
        }
#line 73
      }
#line 73
      for (unsigned warpcc_columns = 0u; warpcc_columns < m / 32; warpcc_columns += 1u) {
#line 73
        #pragma omp for
#line 73
        for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 73
          unsigned j = warpcc_columns * 32 + warpcc_item % 32;
#line 73
          if (n - warpcc_rows >= 128) {
#line 73
            #pragma clang loop unroll(full)
#line 73
            for (unsigned warpcc_pass = 0u; warpcc_pass < 128u; warpcc_pass += 4u) {
#line 73
              unsigned i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 73
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 73
            }
#line 73
          } else {
#line 73
            for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 73
              unsigned i = warpcc_rows + warpcc_row;
#line 73
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 73
            }
#line 73
          }
#line 73
        }
#line 73
        #pragma omp for
#line 73
        for (unsigned warpcc_row = 0u; warpcc_row < 128u; warpcc_row += 1u) {
#line 73
          if (warpcc_row < n - warpcc_rows) {
#line 73
            unsigned h = warpcc_kept_h[warpcc_row];
#line 73
            for (unsigned j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j += 1u) {
#line 75
              h = h * 31 ^ warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 73
            }
#line 73
            warpcc_kept_h[warpcc_row] = h;
#line 73
          }
#line 73
        }
#line 73
      }
#line 73
      #pragma omp for reduction(|: warpcc_all_any) reduction(^: warpcc_all_parity) reduction(*: warpcc_all_all)
#line 73
      for (unsigned warpcc_row = 0u; warpcc_row < 128u; warpcc_row += 1u) {
#line 73
        if (warpcc_row < n - warpcc_rows) {
#line 73
          unsigned i = warpcc_rows + warpcc_row;
#line 73
          unsigned any = warpcc_all_any;
#line 73
          unsigned parity = warpcc_all_parity;
#line 73
          double all = warpcc_all_all;
#line 73
          unsigned h = warpcc_kept_h[warpcc_row];
#line 73
          for (unsigned j = m / 32 * 32; j < m; j += 1u) {
#line 75
            h = h * 31 ^ a[i * m + j];
#line 73
          }
#line 76
          any |= h;
#line 77
          parity ^= h;
#line 78
          all *= h % 2 ? 1 : -1;
#line 73
          warpcc_all_any = any;
#line 73
          warpcc_all_parity = parity;
#line 73
          warpcc_all_all = all;
#line 73
        }
#line 73
      }
#line 73
    }
#line 73
    #pragma omp atomic
#line 73
    any = any | warpcc_all_any;
#line 73
    #pragma omp atomic
#line 73
    parity = parity ^ warpcc_all_parity;
#line 73
    #pragma omp atomic
#line 73
    all = all * warpcc_all_all;
#line 73
  }
#line 79
    } else {
#line 79
    #pragma clang diagnostic push
#line 79
    #pragma clang diagnostic ignored "-Weverything"
#line 72
  #pragma omp target teams distribute parallel for reduction(|: any) reduction(^: parity) reduction(*: all) map(to: a[0:n*m]) //~ plan=rows(a)
#line 73
  for (unsigned i = 0; i < n; i++) {
    unsigned h = 7;
    for (unsigned j = 0; j < m; j++) h = h * 31 ^ a[i * m + j];
    any |= h;
    parity ^= h;
    all *= h % 2 ? 1 : -1;
  }
#line 79
    #pragma clang diagnostic pop
#line 79
    }
#line 79
  }
#line 80
  *product = all;
  return any ^ parity;
}

/* Accumulated before the loop along a row, and behind it. */
static long twice(int n, int m, const int *restrict a, int *restrict y) {
  long total = 0;
#line 87
  {
#line 87
    #pragma clang diagnostic push
#line 87
    #pragma clang diagnostic ignored "-Weverything"
#line 87
    int warpcc_holds = (__int128)m >= 32;
#line 87
    #pragma clang diagnostic pop
#line 87
    if (warpcc_holds) {
#line 87
  #pragma omp target teams distribute map(tofrom: total)  map(to: a[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(a)
#line 88
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 88
    int warpcc_tile0[128][33];
#line 88
    int warpcc_kept_s[128];
#line 88
    long warpcc_all_total = 0l;
#line 88
    #pragma omp parallel
#line 88
    {
#line 88
      #pragma omp for reduction(+: warpcc_all_total)
#line 88
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 88
        if (warpcc_row < n - warpcc_rows) {
#line 88
          int i = warpcc_rows + warpcc_row;
#line 88
          long total = warpcc_all_total;
#line 89
          int s = y[i];
#line 90
          total += s;
#line 88
          warpcc_kept_s[warpcc_row] = s;
#line 88
          warpcc_all_total = total;
#line 88
        }
#line 88
      }
#line 88
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 88
        #pragma omp for
#line 88
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 88
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 88
          if (n - warpcc_rows >= 128) {
#line 88
            #pragma clang loop unroll(full)
#line 88
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 88
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 88
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 88
            }
#line 88
          } else {
#line 88
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 88
              int i = warpcc_rows + warpcc_row;
#line 88
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 88
            }
#line 88
          }
#line 88
        }
#line 88
        #pragma omp for
#line 88
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 88
          if (warpcc_row < n - warpcc_rows) {
#line 88
            int s = warpcc_kept_s[warpcc_row];
#line 88
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 91
              s = s * 3 % 1001 + warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 88
            }
#line 88
            warpcc_kept_s[warpcc_row] = s;
#line 88
          }
#line 88
        }
#line 88
      }
#line 88
      #pragma omp for reduction(+: warpcc_all_total)
#line 88
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 88
        if (warpcc_row < n - warpcc_rows) {
#line 88
          int i = warpcc_rows + warpcc_row;
#line 88
          long total = warpcc_all_total;
#line 88
          int s = warpcc_kept_s[warpcc_row];
#line 88
          for (int j = m / 32 * 32; j < m; j++) {
#line 91
            s = s * 3 % 1001 + a[i * m + j];
#line 88
          }
#line 92
          y[i] = s;
#line 93
          total += s;
#line 88
          warpcc_all_total = total;
#line 88
        }
#line 88
      }
#line 88
    }
#line 88
    #pragma omp atomic
#line 88
    total = total + warpcc_all_total;
#line 88
  }
#line 94
    } else {
#line 94
    #pragma clang diagnostic push
#line 94
    #pragma clang diagnostic ignored "-Weverything"
#line 87
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(a)
#line 88
  for (int i = 0; i < n; i++) {
    int s = y[i];
    total += s;
    for (int j = 0; j < m; j++) s = s * 3 % 1001 + a[i * m + j];
    y[i] = s;
    total += s;
  }
#line 94
    #pragma clang diagnostic pop
#line 94
    }
#line 94
  }
#line 95
  return total;
}

/* Two loops along a row, with a number that is reduced between them. */
static double between(int n, int m, const float *restrict a, float *restrict y) {
  double sum = 0;
#line 101
  {
#line 101
    #pragma clang diagnostic push
#line 101
    #pragma clang diagnostic ignored "-Weverything"
#line 101
    int warpcc_holds = 2147483616 >= (__int128)m && (__int128)m >= 33;
#line 101
    #pragma clang diagnostic pop
#line 101
    if (warpcc_holds) {
#line 101
  #pragma omp target teams distribute map(tofrom: sum)  map(to: a[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(a)
#line 102
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 102
    float warpcc_tile0[128][33];
#line 102
    float warpcc_kept_most[128];
#line 102
    double warpcc_all_sum = 0.0;
#line 102
    #pragma omp parallel
#line 102
    {
#line 102
      #pragma omp for
#line 102
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 102
        if (warpcc_row < n - warpcc_rows) {
#line 102
          int i = warpcc_rows + warpcc_row;
#line 103
          float most = a[i * m];
#line 102
          warpcc_kept_most[warpcc_row] = most;
#line 102
        }
#line 102
      }
#line 102
      for (int warpcc_columns = 0; warpcc_columns < (m - 1) / 32; warpcc_columns++) {
#line 102
        #pragma omp for
#line 102
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 102
          int j = 1 + warpcc_columns * 32 + warpcc_item % 32;
#line 102
          if (n - warpcc_rows >= 128) {
#line 102
            #pragma clang loop unroll(full)
#line 102
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 102
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 102
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 102
            }
#line 102
          } else {
#line 102
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 102
              int i = warpcc_rows + warpcc_row;
#line 102
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 102
            }
#line 102
          }
#line 102
        }
#line 102
        #pragma omp for
#line 102
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 102
          if (warpcc_row < n - warpcc_rows) {
#line 102
            float most = warpcc_kept_most[warpcc_row];
#line 102
            for (int j = 1 + warpcc_columns * 32; j < 1 + warpcc_columns * 32 + 32; j++) {
#line 105
              most = warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] > most ? warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)] : most;
#line 102
            }
#line 102
            warpcc_kept_most[warpcc_row] = most;
#line 102
          }
#line 102
        }
#line 102
      }
#line 102
      #pragma omp for reduction(+: warpcc_all_sum)
#line 102
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 102
        if (warpcc_row < n - warpcc_rows) {
#line 102
          int i = warpcc_rows + warpcc_row;
#line 102
          double sum = warpcc_all_sum;
#line 102
          float most = warpcc_kept_most[warpcc_row];
#line 102
          for (int j = 1 + (m - 1) / 32 * 32; j < m; j++) {
#line 105
            most = a[i * m + j] > most ? a[i * m + j] : most;
#line 102
          }
#line 106
          sum += most;
#line 102
          warpcc_kept_most[warpcc_row] = most;
#line 102
          warpcc_all_sum = sum;
#line 102
        }
#line 102
      }
#line 102
      #pragma omp for
#line 102
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 102
        for (int warpcc_row = warpcc_item / 32; warpcc_row < 128; warpcc_row += 4) {
#line 102
          if (warpcc_row < n - warpcc_rows) {
#line 102
            int i = warpcc_rows + warpcc_row;
#line 102
            float most = warpcc_kept_most[warpcc_row];
#line 102
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 107
              y[i * m + j] = most - a[i * m + j];
#line 102
            }
#line 102
          }
#line 102
        }
#line 102
      }
#line 102
    }
#line 102
    #pragma omp atomic
#line 102
    sum = sum + warpcc_all_sum;
#line 102
  }
#line 108
    } else {
#line 108
    #pragma clang diagnostic push
#line 108
    #pragma clang diagnostic ignored "-Weverything"
#line 101
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(a)
#line 102
  for (int i = 0; i < n; i++) {
    float most = a[i * m];
    for (int j = 1; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    sum += most;
    for (int j = 0; j < m; j++) y[i * m + j] = most - a[i * m + j];
  }
#line 108
    #pragma clang diagnostic pop
#line 108
    }
#line 108
  }
#line 109
  return sum;
}

/* A variable of the file, and a loop over teams. */
static double of_file = 1;
static void looped(int n, int m, const double *restrict a, double *restrict y) {
#line 115
  {
#line 115
    #pragma clang diagnostic push
#line 115
    #pragma clang diagnostic ignored "-Weverything"
#line 115
    int warpcc_holds = (__int128)m >= 32;
#line 115
    #pragma clang diagnostic pop
#line 115
    if (warpcc_holds) {
#line 115
  #pragma omp target teams distribute map(tofrom: of_file)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 116
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 116
    double warpcc_tile0[128][33];
#line 116
    double warpcc_kept_s[128];
#line 116
    double warpcc_all_of_file = 0.0;
#line 116
    #pragma omp parallel
#line 116
    {
#line 116
      #pragma omp for
#line 116
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 116
        if (warpcc_row < n - warpcc_rows) {
#line 117
          double s = 0;
#line 116
          warpcc_kept_s[warpcc_row] = s;
#line 116
        }
#line 116
      }
#line 116
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 116
        #pragma omp for
#line 116
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 116
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 116
          if (n - warpcc_rows >= 128) {
#line 116
            #pragma clang loop unroll(full)
#line 116
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 116
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 116
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 116
            }
#line 116
          } else {
#line 116
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 116
              int i = warpcc_rows + warpcc_row;
#line 116
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 116
            }
#line 116
          }
#line 116
        }
#line 116
        #pragma omp for
#line 116
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 116
          if (warpcc_row < n - warpcc_rows) {
#line 116
            double s = warpcc_kept_s[warpcc_row];
#line 116
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 118
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 116
            }
#line 116
            warpcc_kept_s[warpcc_row] = s;
#line 116
          }
#line 116
        }
#line 116
      }
#line 116
      #pragma omp for reduction(+: warpcc_all_of_file)
#line 116
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 116
        if (warpcc_row < n - warpcc_rows) {
#line 116
          int i = warpcc_rows + warpcc_row;
#line 116
          double of_file = warpcc_all_of_file;
#line 116
          double s = warpcc_kept_s[warpcc_row];
#line 116
          for (int j = m / 32 * 32; j < m; j++) {
#line 118
            s += a[i * m + j];
#line 116
          }
#line 119
          y[i] = s;
#line 120
          of_file += s;
#line 116
          warpcc_all_of_file = of_file;
#line 116
        }
#line 116
      }
#line 116
    }
#line 116
    #pragma omp atomic
#line 116
    of_file = of_file + warpcc_all_of_file;
#line 116
  }
#line 121
    } else {
#line 121
    #pragma clang diagnostic push
#line 121
    #pragma clang diagnostic ignored "-Weverything"
#line 115
  #pragma omp target teams loop reduction(+: of_file) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 116
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    of_file += s;
  }
#line 121
    #pragma clang diagnostic pop
#line 121
    }
#line 121
  }
#line 122
}

/* Logical operations have no atomic update. */
static int logical(int n, int m, const int *restrict a, int *restrict y) {
  int any = 0;
  #pragma omp target teams distribute parallel for reduction(||: any) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    any = any || s > 9;
  }
  return any;
}

/* A section of an array, an element of which each row adds to. */
static double sections(int n, int m, const double *restrict a, double *restrict sums) {
  #pragma omp target teams distribute parallel for reduction(+: sums[0:4]) map(to: a[0:n*m]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    sums[i % 4] += s;
  }
  return sums[0];
}

/* The loop along a row adds to the number itself: that is one sum of all. */
static double whole(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) {
      s = s * 0.5 + a[i * m + j];
      total += a[i * m + j];
    }
    y[i] = s;
  }
  return total;
}

/* A row looks at what the thread has so far. */
static int seen(int n, int m, const int *restrict a, int *restrict y) {
  int total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s + (total > 0 ? 0 : 0);
    total += s;
  }
  return total;
}

/* Teams of other threads than whole warps reduce nothing with clang 19. */
static double of_warps(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
#line 179
  {
#line 179
    #pragma clang diagnostic push
#line 179
    #pragma clang diagnostic ignored "-Weverything"
#line 179
    int warpcc_holds = (__int128)m >= 32;
#line 179
    #pragma clang diagnostic pop
#line 179
    if (warpcc_holds) {
#line 179
  #pragma omp target teams distribute thread_limit(64) map(tofrom: total)    map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 180
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 180
    double warpcc_tile0[128][33];
#line 180
    double warpcc_kept_s[128];
#line 180
    double warpcc_all_total = 0.0;
#line 180
    #pragma omp parallel
#line 180
    {
#line 180
      #pragma omp for
#line 180
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 180
        if (warpcc_row < n - warpcc_rows) {
#line 181
          double s = 0;
#line 180
          warpcc_kept_s[warpcc_row] = s;
#line 180
        }
#line 180
      }
#line 180
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 180
        #pragma omp for
#line 180
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 180
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 180
          if (n - warpcc_rows >= 128) {
#line 180
            #pragma clang loop unroll(full)
#line 180
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 180
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 180
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 180
            }
#line 180
          } else {
#line 180
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 180
              int i = warpcc_rows + warpcc_row;
#line 180
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 180
            }
#line 180
          }
#line 180
        }
#line 180
        #pragma omp for
#line 180
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 180
          if (warpcc_row < n - warpcc_rows) {
#line 180
            double s = warpcc_kept_s[warpcc_row];
#line 180
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 182
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 180
            }
#line 180
            warpcc_kept_s[warpcc_row] = s;
#line 180
          }
#line 180
        }
#line 180
      }
#line 180
      #pragma omp for reduction(+: warpcc_all_total)
#line 180
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 180
        if (warpcc_row < n - warpcc_rows) {
#line 180
          int i = warpcc_rows + warpcc_row;
#line 180
          double total = warpcc_all_total;
#line 180
          double s = warpcc_kept_s[warpcc_row];
#line 180
          for (int j = m / 32 * 32; j < m; j++) {
#line 182
            s += a[i * m + j];
#line 180
          }
#line 183
          y[i] = s;
#line 184
          total += s;
#line 180
          warpcc_all_total = total;
#line 180
        }
#line 180
      }
#line 180
    }
#line 180
    #pragma omp atomic
#line 180
    total = total + warpcc_all_total;
#line 180
  }
#line 185
    } else {
#line 185
    #pragma clang diagnostic push
#line 185
    #pragma clang diagnostic ignored "-Weverything"
#line 179
  #pragma omp target teams distribute parallel for thread_limit(96) num_threads(64) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 180
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
#line 185
    #pragma clang diagnostic pop
#line 185
    }
#line 185
  }
#line 186
  return total;
}

static double of_some_threads(int n, int m, int many, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for num_threads(many) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

/* Without a default, the teams have no word of the number. */
static double named(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for default(none) shared(a, y, n, m) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

/* Several pragmas: of `target` alone nothing is mapped both ways. */
static double chained(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target map(to: a[0:n*m]) map(from: y[0:n]) map(tofrom: total)
  #pragma omp teams distribute parallel for reduction(+: total) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N), high, product;
  float *f = malloc(sizeof(float) * N * M), *g = malloc(sizeof(float) * N * M), sum = 10;
  int *p = malloc(sizeof(int) * N * M), *q = malloc(sizeof(int) * N), odd;
  unsigned *u = malloc(sizeof(unsigned) * N * M);
  double sums[4] = {0, 0, 0, 0};
  FILL(a, N * M); FILL(x, M); FILL(f, N * M); FILL(p, N * M); FILL(q, N); FILL(u, N * M); FILL(y, N);
  printf("%.1f\n", norm(N, M, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(3, 33, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(0, 40, a, x, y));
  printf("%.1f\n", norm(20, 7, a, x, y)); SHOW(y, N);
  mapped(N, M, f, g, &sum); SHOW(g, N);
  mapped(N, 40, f, g, &sum); printf("%.1f\n", sum);
  printf("%d %d\n", greatest(N, M, p, &odd), odd);
  printf("%.1f %.1f\n", least(N, M, a, y, &high), high);
  printf("%u %.1f\n", bits(N, M, u, &product), product);
  printf("%ld\n", twice(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", between(N, M, f, g)); SHOW(g, N * M);
  looped(N, M, a, y); printf("%.1f\n", of_file); SHOW(y, N);
  printf("%d\n", logical(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", sections(N, M, a, sums)); SHOW(sums, 4);
  printf("%.1f\n", whole(N, M, a, y)); SHOW(y, N);
  printf("%d\n", seen(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", of_warps(N, M, a, y)); SHOW(y, N);
  printf("%.1f\n", of_some_threads(N, M, 64, a, y)); SHOW(y, N);
  printf("%.1f\n", named(N, M, a, y)); SHOW(y, N);
  printf("%.1f\n", chained(N, M, a, y)); SHOW(y, N);
  return 0;
}
