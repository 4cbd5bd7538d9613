/* Rows through team memory: each lane runs a row, and what neighbouring lanes need is fetched column by column. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* A sum: the order of its operands stays. */
static void product(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
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
  #pragma omp target teams distribute map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(A)
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 10
            }
#line 10
          } else {
#line 10
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
              int i = warpcc_rows + warpcc_row;
#line 10
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
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
#line 13
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
#line 13
            s += A[i * m + j] * x[j];
#line 10
          }
#line 14
          y[i] = s;
#line 10
        }
#line 10
      }
#line 10
    }
#line 10
  }
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(A)
#line 10
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j]; //~ A: sectors=8..32->8..9 x: sectors=1
    y[i] = s;
  }
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* The sum is an element of an array, and begins with what is there. */
static void added(int n, int m, const float *A, const float *x, float *y) {
#line 20
  {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 20
    int warpcc_holds = (__int128)m >= 32;
#line 20
    #pragma clang diagnostic pop
#line 20
    if (warpcc_holds) {
#line 20
  #pragma omp target teams distribute map(to: A[0:n*m], x[0:m]) map(tofrom: y[0:n]) //~ plan=rows(A)
#line 21
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 21
    float warpcc_tile0[128][33];
#line 21
    #pragma omp parallel
#line 21
    {
#line 21
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 21
        #pragma omp for
#line 21
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 21
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 21
          if (n - warpcc_rows >= 128) {
#line 21
            #pragma clang loop unroll(full)
#line 21
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 21
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 21
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 21
            }
#line 21
          } else {
#line 21
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 21
              int i = warpcc_rows + warpcc_row;
#line 21
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 21
            }
#line 21
          }
#line 21
        }
#line 21
        #pragma omp for
#line 21
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 21
          if (warpcc_row < n - warpcc_rows) {
#line 21
            int i = warpcc_rows + warpcc_row;
#line 21
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 22
              y[i] += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 21
            }
#line 21
          }
#line 21
        }
#line 21
      }
#line 21
      #pragma omp for
#line 21
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 21
        if (warpcc_row < n - warpcc_rows) {
#line 21
          int i = warpcc_rows + warpcc_row;
#line 21
          for (int j = m / 32 * 32; j < m; j++) {
#line 22
            y[i] += A[i * m + j] * x[j];
#line 21
          }
#line 21
        }
#line 21
      }
#line 21
    }
#line 21
  }
#line 22
    } else {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(tofrom: y[0:n]) //~ plan=rows(A)
#line 21
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] += A[i * m + j] * x[j];
#line 22
    #pragma clang diagnostic pop
#line 22
    }
#line 22
  }
#line 23
}

/* Several values go from one part of a row to the next, and what a row begins with is repeated where it is pure. */
static void largest(int n, int m, const float *restrict A, float *restrict y, int *restrict at) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = (__int128)m >= 32;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n], at[0:n]) //~ plan=rows(A)
#line 28
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 28
    float warpcc_tile0[128][33];
#line 28
    float warpcc_kept_most[128];
#line 28
    int warpcc_kept_where[128];
#line 28
    #pragma omp parallel
#line 28
    {
#line 28
      #pragma omp for
#line 28
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 28
        if (warpcc_row < n - warpcc_rows) {
#line 29
          float most = -1e30f;
#line 30
          int where = -1;
#line 28
          warpcc_kept_most[warpcc_row] = most;
#line 28
          warpcc_kept_where[warpcc_row] = where;
#line 28
        }
#line 28
      }
#line 28
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 28
        #pragma omp for
#line 28
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 28
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 28
          if (n - warpcc_rows >= 128) {
#line 28
            #pragma clang loop unroll(full)
#line 28
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 28
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 31
              const int first = i * m;
#line 28
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[first + j];
#line 28
            }
#line 28
          } else {
#line 28
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 28
              int i = warpcc_rows + warpcc_row;
#line 31
              const int first = i * m;
#line 28
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[first + j];
#line 28
            }
#line 28
          }
#line 28
        }
#line 28
        #pragma omp for
#line 28
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 28
          if (warpcc_row < n - warpcc_rows) {
#line 28
            float most = warpcc_kept_most[warpcc_row];
#line 28
            int where = warpcc_kept_where[warpcc_row];
#line 28
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 33
              const float own = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 34
      if (own > most) {
        most = own;
        where = j;
      }
#line 28
            }
#line 28
            warpcc_kept_most[warpcc_row] = most;
#line 28
            warpcc_kept_where[warpcc_row] = where;
#line 28
          }
#line 28
        }
#line 28
      }
#line 28
      #pragma omp for
#line 28
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 28
        if (warpcc_row < n - warpcc_rows) {
#line 28
          int i = warpcc_rows + warpcc_row;
#line 31
          const int first = i * m;
#line 28
          float most = warpcc_kept_most[warpcc_row];
#line 28
          int where = warpcc_kept_where[warpcc_row];
#line 28
          for (int j = m / 32 * 32; j < m; j++) {
#line 33
            const float own = A[first + j];
#line 34
      if (own > most) {
        most = own;
        where = j;
      }
#line 28
          }
#line 39
          y[i] = most * 2;
#line 40
          at[i] = where;
#line 28
        }
#line 28
      }
#line 28
    }
#line 28
  }
#line 41
    } else {
#line 41
    #pragma clang diagnostic push
#line 41
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n], at[0:n]) //~ plan=rows(A)
#line 28
  for (int i = 0; i < n; i++) {
    float most = -1e30f;
    int where = -1;
    const int first = i * m;
    for (int j = 0; j < m; ++j) {
      const float own = A[first + j];
      if (own > most) {
        most = own;
        where = j;
      }
    }
    y[i] = most * 2;
    at[i] = where;
  }
#line 41
    #pragma clang diagnostic pop
#line 41
    }
#line 41
  }
#line 42
}

/* Arrays with extents, ends of other forms, two arrays with places of their own. */
static void halves(float (*restrict a)[M], const float (*restrict b)[M], float *restrict y) {
  #pragma omp target teams distribute map(to: a[0:N], b[0:N]) map(tofrom: y[0:N]) //~ plan=rows(a,b)
#line 47
  for (int warpcc_rows = 1; warpcc_rows <= N - 2; warpcc_rows += 128) {
#line 47
    float warpcc_tile0[128][33];
#line 47
    float warpcc_tile1[128][33];
#line 47
    float warpcc_kept_s[128];
#line 47
    #pragma omp parallel
#line 47
    {
#line 47
      #pragma omp for
#line 47
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 47
        if (warpcc_row < N - 2 - warpcc_rows + 1) {
#line 48
          float s = 1;
#line 47
          warpcc_kept_s[warpcc_row] = s;
#line 47
        }
#line 47
      }
#line 47
      for (int warpcc_columns = 0; warpcc_columns < (M - 1 - 2 + 1) / 32; warpcc_columns++) {
#line 47
        #pragma omp for
#line 47
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 47
          int j = 2 + warpcc_columns * 32 + warpcc_item % 32;
#line 47
          if (N - 2 - warpcc_rows + 1 >= 128) {
#line 47
            #pragma clang loop unroll(full)
#line 47
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 47
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 47
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i][j];
#line 47
              warpcc_tile1[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = b[i][j];
#line 47
            }
#line 47
          } else {
#line 47
            for (int warpcc_row = warpcc_item / 32; warpcc_row < N - 2 - warpcc_rows + 1; warpcc_row += 4) {
#line 47
              int i = warpcc_rows + warpcc_row;
#line 47
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i][j];
#line 47
              warpcc_tile1[warpcc_row][warpcc_item % 32] = b[i][j];
#line 47
            }
#line 47
          }
#line 47
        }
#line 47
        #pragma omp for
#line 47
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 47
          if (warpcc_row < N - 2 - warpcc_rows + 1) {
#line 47
            float s = warpcc_kept_s[warpcc_row];
#line 47
            for (int j = 2 + warpcc_columns * 32; j < 2 + warpcc_columns * 32 + 32; j++) {
#line 50
      s = s * 0.5f + warpcc_tile0[warpcc_row][j - (2 + warpcc_columns * 32)]
          - warpcc_tile1[warpcc_row][j - (2 + warpcc_columns * 32)];
#line 47
            }
#line 47
            warpcc_kept_s[warpcc_row] = s;
#line 47
          }
#line 47
        }
#line 47
      }
#line 47
      #pragma omp for
#line 47
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 47
        if (warpcc_row < N - 2 - warpcc_rows + 1) {
#line 47
          int i = warpcc_rows + warpcc_row;
#line 47
          float s = warpcc_kept_s[warpcc_row];
#line 47
          for (int j = 2 + (M - 1 - 2 + 1) / 32 * 32; j <= M - 1; j++) {
#line 50
      s = s * 0.5f + a[i][j]
          - b[i][j];
#line 47
          }
#line 53
          y[i] = s;
#line 47
        }
#line 47
      }
#line 47
    }
#line 47
  }
#line 55
}

/* Counters of outside, which each thread has for itself. */
static void counters(int n, int m, const float *restrict A, float *restrict y) {
  int i, j;
#line 60
  {
#line 60
    #pragma clang diagnostic push
#line 60
    #pragma clang diagnostic ignored "-Weverything"
#line 60
    int warpcc_holds = (__int128)m >= 32;
#line 60
    #pragma clang diagnostic pop
#line 60
    if (warpcc_holds) {
#line 60
  #pragma omp target teams distribute private(i) private(j) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 61
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 61
    float warpcc_tile0[128][33];
#line 61
    #pragma omp parallel
#line 61
    {
#line 61
      #pragma omp for
#line 61
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 61
        if (warpcc_row < n - warpcc_rows) {
#line 61
          int i = warpcc_rows + warpcc_row;
#line 62
          y[i] = 0;
#line 61
        }
#line 61
      }
#line 61
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 61
        #pragma omp for
#line 61
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 61
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 61
          if (n - warpcc_rows >= 128) {
#line 61
            #pragma clang loop unroll(full)
#line 61
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 61
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 61
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 61
            }
#line 61
          } else {
#line 61
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 61
              int i = warpcc_rows + warpcc_row;
#line 61
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 61
            }
#line 61
          }
#line 61
        }
#line 61
        #pragma omp for
#line 61
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 61
          if (warpcc_row < n - warpcc_rows) {
#line 61
            int i = warpcc_rows + warpcc_row;
#line 61
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 63
              y[i] += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] / 4;
#line 61
            }
#line 61
          }
#line 61
        }
#line 61
      }
#line 61
      #pragma omp for
#line 61
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 61
        if (warpcc_row < n - warpcc_rows) {
#line 61
          int i = warpcc_rows + warpcc_row;
#line 61
          for (int j = m / 32 * 32; j < m; j++) {
#line 63
            y[i] += A[i * m + j] / 4;
#line 61
          }
#line 61
        }
#line 61
      }
#line 61
    }
#line 61
  }
#line 64
    } else {
#line 64
    #pragma clang diagnostic push
#line 64
    #pragma clang diagnostic ignored "-Weverything"
#line 60
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 61
  for (i = 0; i < n; i++) {
    y[i] = 0;
    for (j = 0; j < m; j++) y[i] += A[i * m + j] / 4;
  }
#line 64
    #pragma clang diagnostic pop
#line 64
    }
#line 64
  }
#line 65
}

/* 64-bit counters that begin at 0 may be unsigned. */
static void wide(size_t n, size_t m, const double *restrict A, double *restrict y) {
#line 69
  {
#line 69
    #pragma clang diagnostic push
#line 69
    #pragma clang diagnostic ignored "-Weverything"
#line 69
    int warpcc_holds = (__int128)m >= 32;
#line 69
    #pragma clang diagnostic pop
#line 69
    if (warpcc_holds) {
#line 69
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 70
  for (unsigned long warpcc_rows = 0ul; warpcc_rows < n; warpcc_rows += 128ul) {
#line 70
    double warpcc_tile0[128][33];
#line 70
    double warpcc_kept_s[128];
#line 70
    #pragma omp parallel
#line 70
    {
#line 70
      #pragma omp for
#line 70
      for (unsigned long warpcc_row = 0ul; warpcc_row < 128ul; warpcc_row += 1ul) {
#line 70
        if (warpcc_row < n - warpcc_rows) {
#line 71
          double s = 0;
#line 70
          warpcc_kept_s[warpcc_row] = s;
#line 70
        }
#line 70
      }
#line 70
      for (unsigned long warpcc_columns = 0ul; warpcc_columns < m / 32; warpcc_columns += 1ul) {
#line 70
        #pragma omp for
#line 70
        for (unsigned long warpcc_item = 0ul; warpcc_item < 128ul; warpcc_item += 1ul) {
#line 70
          unsigned long j = warpcc_columns * 32 + warpcc_item % 32;
#line 70
          if (n - warpcc_rows >= 128) {
#line 70
            #pragma clang loop unroll(full)
#line 70
            for (unsigned long warpcc_pass = 0ul; warpcc_pass < 128ul; warpcc_pass += 4ul) {
#line 70
              unsigned long i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 70
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 70
            }
#line 70
          } else {
#line 70
            for (unsigned long warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4ul) {
#line 70
              unsigned long i = warpcc_rows + warpcc_row;
#line 70
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 70
            }
#line 70
          }
#line 70
        }
#line 70
        #pragma omp for
#line 70
        for (unsigned long warpcc_row = 0ul; warpcc_row < 128ul; warpcc_row += 1ul) {
#line 70
          if (warpcc_row < n - warpcc_rows) {
#line 70
            double s = warpcc_kept_s[warpcc_row];
#line 70
            for (unsigned long j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j += 1ul) {
#line 72
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 70
            }
#line 70
            warpcc_kept_s[warpcc_row] = s;
#line 70
          }
#line 70
        }
#line 70
      }
#line 70
      #pragma omp for
#line 70
      for (unsigned long warpcc_row = 0ul; warpcc_row < 128ul; warpcc_row += 1ul) {
#line 70
        if (warpcc_row < n - warpcc_rows) {
#line 70
          unsigned long i = warpcc_rows + warpcc_row;
#line 70
          double s = warpcc_kept_s[warpcc_row];
#line 70
          for (unsigned long j = m / 32 * 32; j < m; j += 1ul) {
#line 72
            s += A[i * m + j];
#line 70
          }
#line 73
          y[i] = s;
#line 70
        }
#line 70
      }
#line 70
    }
#line 70
  }
#line 74
    } else {
#line 74
    #pragma clang diagnostic push
#line 74
    #pragma clang diagnostic ignored "-Weverything"
#line 69
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
#line 70
  for (size_t i = 0; i < n; i++) {
    double s = 0;
    for (size_t j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
  }
#line 74
    #pragma clang diagnostic pop
#line 74
    }
#line 74
  }
#line 75
}

/* A pointer to the row, as public code writes rows; another one to an element that is not the first. */
static void pointed(int n, int m, const double *restrict A, const double *restrict B, double *restrict y) {
#line 79
  {
#line 79
    #pragma clang diagnostic push
#line 79
    #pragma clang diagnostic ignored "-Weverything"
#line 79
    int warpcc_holds = (__int128)m >= 33;
#line 79
    #pragma clang diagnostic pop
#line 79
    if (warpcc_holds) {
#line 79
  #pragma omp target teams distribute map(to: A[0:n*m], B[0:n*m]) map(from: y[0:n]) //~ plan=rows(row,other)
#line 80
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 80
    double warpcc_tile0[128][17];
#line 80
    double warpcc_tile1[128][17];
#line 80
    double warpcc_kept_s[128];
#line 80
    #pragma omp parallel
#line 80
    {
#line 80
      #pragma omp for
#line 80
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 80
        if (warpcc_row < n - warpcc_rows) {
#line 83
          double s = 0;
#line 80
          warpcc_kept_s[warpcc_row] = s;
#line 80
        }
#line 80
      }
#line 80
      for (int warpcc_columns = 0; warpcc_columns < (m - 1) / 16; warpcc_columns++) {
#line 80
        #pragma omp for
#line 80
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 80
          int j = warpcc_columns * 16 + warpcc_item % 16;
#line 80
          if (n - warpcc_rows >= 128) {
#line 80
            #pragma clang loop unroll(full)
#line 80
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 8) {
#line 80
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 16);
#line 81
              const double *row = A + i * m;
#line 82
              const double *const other = &B[i * m + 1];
#line 80
              warpcc_tile0[warpcc_pass + warpcc_item / 16][warpcc_item % 16] = row[j];
#line 80
              warpcc_tile1[warpcc_pass + warpcc_item / 16][warpcc_item % 16] = other[j];
#line 80
            }
#line 80
          } else {
#line 80
            for (int warpcc_row = warpcc_item / 16; warpcc_row < n - warpcc_rows; warpcc_row += 8) {
#line 80
              int i = warpcc_rows + warpcc_row;
#line 81
              const double *row = A + i * m;
#line 82
              const double *const other = &B[i * m + 1];
#line 80
              warpcc_tile0[warpcc_row][warpcc_item % 16] = row[j];
#line 80
              warpcc_tile1[warpcc_row][warpcc_item % 16] = other[j];
#line 80
            }
#line 80
          }
#line 80
        }
#line 80
        #pragma omp for
#line 80
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 80
          if (warpcc_row < n - warpcc_rows) {
#line 80
            double s = warpcc_kept_s[warpcc_row];
#line 80
            for (int j = warpcc_columns * 16; j < warpcc_columns * 16 + 16; j++) {
#line 85
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 16] * warpcc_tile1[warpcc_row][j - warpcc_columns * 16];
#line 80
            }
#line 80
            warpcc_kept_s[warpcc_row] = s;
#line 80
          }
#line 80
        }
#line 80
      }
#line 80
      #pragma omp for
#line 80
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 80
        if (warpcc_row < n - warpcc_rows) {
#line 80
          int i = warpcc_rows + warpcc_row;
#line 81
          const double *row = A + i * m;
#line 82
          const double *const other = &B[i * m + 1];
#line 80
          double s = warpcc_kept_s[warpcc_row];
#line 80
          for (int j = (m - 1) / 16 * 16; j < m - 1; j++) {
#line 85
            s += row[j] * other[j];
#line 80
          }
#line 86
          y[i] = s + row[0];
#line 80
        }
#line 80
      }
#line 80
    }
#line 80
  }
#line 87
    } else {
#line 87
    #pragma clang diagnostic push
#line 87
    #pragma clang diagnostic ignored "-Weverything"
#line 79
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], B[0:n*m]) map(from: y[0:n]) //~ plan=rows(row,other)
#line 80
  for (int i = 0; i < n; i++) {
    const double *row = A + i * m;
    const double *const other = &B[i * m + 1];
    double s = 0;
    for (int j = 0; j < m - 1; j++)
      s += row[j] * other[j]; //~ A: sectors=16..32->4..10 B: sectors=16..32->4..10
    y[i] = s + row[0];
  }
#line 87
    #pragma clang diagnostic pop
#line 87
    }
#line 87
  }
#line 88
}

/* A pointer that walks along the row is another one in each iteration. */
static void walking(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    const float *own = A + i * m;
    float s = 0;
    for (int j = 0; j < m; j++) s += *own++;
    y[i] = s;
  }
}

/* Each row makes its own atomic updates, once and in its place; their order among rows was open. */
static void counted(int n, int m, const float *restrict A, float *restrict y, int *restrict count) {
#line 103
  {
#line 103
    #pragma clang diagnostic push
#line 103
    #pragma clang diagnostic ignored "-Weverything"
#line 103
    int warpcc_holds = (__int128)m >= 32;
#line 103
    #pragma clang diagnostic pop
#line 103
    if (warpcc_holds) {
#line 103
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:2]) //~ plan=rows(A)
#line 104
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 104
    float warpcc_tile0[128][33];
#line 104
    float warpcc_kept_s[128];
#line 104
    #pragma omp parallel
#line 104
    {
#line 104
      #pragma omp for
#line 104
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 104
        if (warpcc_row < n - warpcc_rows) {
#line 105
    #pragma omp atomic
    count[0]++;
#line 107
          float s = 0;
#line 104
          warpcc_kept_s[warpcc_row] = s;
#line 104
        }
#line 104
      }
#line 104
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 104
        #pragma omp for
#line 104
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 104
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 104
          if (n - warpcc_rows >= 128) {
#line 104
            #pragma clang loop unroll(full)
#line 104
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 104
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 104
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 104
            }
#line 104
          } else {
#line 104
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 104
              int i = warpcc_rows + warpcc_row;
#line 104
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 104
            }
#line 104
          }
#line 104
        }
#line 104
        #pragma omp for
#line 104
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 104
          if (warpcc_row < n - warpcc_rows) {
#line 104
            float s = warpcc_kept_s[warpcc_row];
#line 104
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 108
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 104
            }
#line 104
            warpcc_kept_s[warpcc_row] = s;
#line 104
          }
#line 104
        }
#line 104
      }
#line 104
      #pragma omp for
#line 104
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 104
        if (warpcc_row < n - warpcc_rows) {
#line 104
          int i = warpcc_rows + warpcc_row;
#line 104
          float s = warpcc_kept_s[warpcc_row];
#line 104
          for (int j = m / 32 * 32; j < m; j++) {
#line 108
            s += A[i * m + j];
#line 104
          }
#line 109
          y[i] = s;
#line 110
    if (s > 0.5f) {
      #pragma omp atomic update
      count[1] += i;
    }
#line 104
        }
#line 104
      }
#line 104
    }
#line 104
  }
#line 114
    } else {
#line 114
    #pragma clang diagnostic push
#line 114
    #pragma clang diagnostic ignored "-Weverything"
#line 103
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:2]) //~ plan=rows(A)
#line 104
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    count[0]++;
    float s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
    if (s > 0.5f) {
      #pragma omp atomic update
      count[1] += i;
    }
  }
#line 114
    #pragma clang diagnostic pop
#line 114
    }
#line 114
  }
#line 115
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  int *at = malloc(sizeof(int) * N);
  FILL(A, N * M);
  FILL(x, M);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(c, N);
  product(N, M, A, x, y); SHOW(y, N);
  product(N, 31, A, x, y); SHOW(y, N);
  product(129, 32, A, x, y); SHOW(y, 129);
  product(N, 0, A, x, y); SHOW(y, N);
  product(0, M, A, x, y);
  added(N, M, a, b, c); SHOW(c, N);
  largest(N, M, a, c, at); SHOW(c, N); SHOW(at, N);
  halves((float (*)[M])a, (const float (*)[M])b, c); SHOW(c, N - 1);
  counters(N, M, a, c); SHOW(c, N);
  wide(N, M, A, y); SHOW(y, N);
  double *B = malloc(sizeof(double) * N * M);
  FILL(B, N * M);
  pointed(N, M, A, B, y); SHOW(y, N);
  pointed(N, 33, A, B, y); SHOW(y, N);
  pointed(3, M, A, B, y); SHOW(y, 3);
  walking(N, M, a, c); SHOW(c, N);
  int count[2] = {0, 0};
  counted(N, M, a, c, count); SHOW(c, N);
  counted(N, 31, a, c, count); SHOW(c, N);
  printf("%d %d\n", count[0], count[1]);
  return 0;
}
