/* Rows through team memory where the directive's words stand in several pragmas. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* The length is a number. */
static void product(int n, const double *restrict A, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: A[0:n*M], x[0:M]) map(from: y[0:n]) //~ plan=combine+rows(A)
  #pragma omp teams distribute // one team
#line 11
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 11
    double warpcc_tile0[128][33];
#line 11
    double warpcc_kept_s[128];
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
      for (int warpcc_columns = 0; warpcc_columns < 75 / 32; warpcc_columns++) {
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * M + j];
#line 11
            }
#line 11
          } else {
#line 11
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 11
              int i = warpcc_rows + warpcc_row;
#line 11
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * M + j];
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
      #pragma omp for
#line 11
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 11
        if (warpcc_row < n - warpcc_rows) {
#line 11
          int i = warpcc_rows + warpcc_row;
#line 11
          double s = warpcc_kept_s[warpcc_row];
#line 11
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 14
            s += A[i * M + j] * x[j];
#line 11
          }
#line 15
          y[i] = s;
#line 11
        }
#line 11
      }
#line 11
    }
#line 11
  }
#line 17
}

/* The host asks for the length before both pragmas. */
static void tested(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
#line 21
  {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 21
    int warpcc_holds = (__int128)m >= 32;
#line 21
    #pragma clang diagnostic pop
#line 21
    if (warpcc_holds) {
#line 21
  #pragma omp target map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=combine+rows(A) WC109
  #pragma omp teams distribute
#line 23
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 23
    double warpcc_tile0[128][33];
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
          y[i] = 0;
#line 23
        }
#line 23
      }
#line 23
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 23
            }
#line 23
          } else {
#line 23
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 23
              int i = warpcc_rows + warpcc_row;
#line 23
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
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
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 26
              y[i] = y[i] + warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 23
            }
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
          for (int j = m / 32 * 32; j < m; j++) {
#line 26
            y[i] = y[i] + A[i * m + j] * x[j];
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
#line 27
    } else {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 21
  #pragma omp target map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=combine+rows(A) WC109
  #pragma omp teams distribute parallel for
#line 23
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] = y[i] + A[i * m + j] * x[j];
  }
#line 27
    #pragma clang diagnostic pop
#line 27
    }
#line 27
  }
#line 28
}

/* Two arrays, counters of outside, clauses of both pragmas. */
static void sums(int n, float alpha, const float *restrict A, const float *restrict B, float *restrict y) {
  int i, j;
  #pragma omp target firstprivate(alpha) \
    map(to: A[0:n*M], B[0:n*M]) map(tofrom: y[0:n]) //~ plan=combine+rows(A,B)+unschedule(schedule)
  /* the threads */
  #pragma omp teams distribute private(i) private(j)  shared(y)
#line 37
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 37
    float warpcc_tile0[128][33];
#line 37
    float warpcc_tile1[128][33];
#line 37
    float warpcc_kept_s[128];
#line 37
    #pragma omp parallel
#line 37
    {
#line 37
      #pragma omp for
#line 37
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 37
        if (warpcc_row < n - warpcc_rows) {
#line 38
          float s = 0;
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
          if (n - warpcc_rows >= 128) {
#line 37
            #pragma clang loop unroll(full)
#line 37
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 37
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 37
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * M + j];
#line 37
              warpcc_tile1[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = B[i * M + j];
#line 37
            }
#line 37
          } else {
#line 37
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 37
              int i = warpcc_rows + warpcc_row;
#line 37
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * M + j];
#line 37
              warpcc_tile1[warpcc_row][warpcc_item % 32] = B[i * M + j];
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
          if (warpcc_row < n - warpcc_rows) {
#line 37
            float s = warpcc_kept_s[warpcc_row];
#line 37
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 40
              s += alpha * warpcc_tile0[warpcc_row][j - warpcc_columns * 32] + warpcc_tile1[warpcc_row][j - warpcc_columns * 32];
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
        if (warpcc_row < n - warpcc_rows) {
#line 37
          int i = warpcc_rows + warpcc_row;
#line 37
          float s = warpcc_kept_s[warpcc_row];
#line 37
          for (int j = 75 / 32 * 32; j < 75; j++) {
#line 40
            s += alpha * A[i * M + j] + B[i * M + j];
#line 37
          }
#line 41
          y[i] += s;
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

/* The words of the combined construct in two pragmas. */
static void apart(int n, int m, const double *restrict A, double *restrict y) {
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
  #pragma omp target teams map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  #pragma omp distribute
#line 49
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 49
    double warpcc_tile0[128][33];
#line 49
    double warpcc_kept_s[128];
#line 49
    #pragma omp parallel
#line 49
    {
#line 49
      #pragma omp for
#line 49
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 49
        if (warpcc_row < n - warpcc_rows) {
#line 50
          double s = 1;
#line 49
          warpcc_kept_s[warpcc_row] = s;
#line 49
        }
#line 49
      }
#line 49
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 49
        #pragma omp for
#line 49
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 49
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 49
          if (n - warpcc_rows >= 128) {
#line 49
            #pragma clang loop unroll(full)
#line 49
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 49
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 49
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 49
            }
#line 49
          } else {
#line 49
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 49
              int i = warpcc_rows + warpcc_row;
#line 49
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 49
            }
#line 49
          }
#line 49
        }
#line 49
        #pragma omp for
#line 49
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 49
          if (warpcc_row < n - warpcc_rows) {
#line 49
            double s = warpcc_kept_s[warpcc_row];
#line 49
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 51
              s = s / 2 + warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 49
            }
#line 49
            warpcc_kept_s[warpcc_row] = s;
#line 49
          }
#line 49
        }
#line 49
      }
#line 49
      #pragma omp for
#line 49
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 49
        if (warpcc_row < n - warpcc_rows) {
#line 49
          int i = warpcc_rows + warpcc_row;
#line 49
          double s = warpcc_kept_s[warpcc_row];
#line 49
          for (int j = m / 32 * 32; j < m; j++) {
#line 51
            s = s / 2 + A[i * m + j];
#line 49
          }
#line 52
          y[i] = s;
#line 49
        }
#line 49
      }
#line 49
    }
#line 49
  }
#line 53
    } else {
#line 53
    #pragma clang diagnostic push
#line 53
    #pragma clang diagnostic ignored "-Weverything"
#line 47
  #pragma omp target teams map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  #pragma omp distribute parallel for
#line 49
  for (int i = 0; i < n; i++) {
    double s = 1;
    for (int j = 0; j < m; j++) s = s / 2 + A[i * m + j];
    y[i] = s;
  }
#line 53
    #pragma clang diagnostic pop
#line 53
    }
#line 53
  }
#line 54
  {
#line 54
    #pragma clang diagnostic push
#line 54
    #pragma clang diagnostic ignored "-Weverything"
#line 54
    int warpcc_holds = (__int128)m >= 32;
#line 54
    #pragma clang diagnostic pop
#line 54
    if (warpcc_holds) {
#line 54
  #pragma omp target map(to: A[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(A)
  #pragma omp teams distribute
#line 56
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 56
    double warpcc_tile0[128][33];
#line 56
    #pragma omp parallel
#line 56
    {
#line 56
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 56
        #pragma omp for
#line 56
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 56
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 56
          if (n - warpcc_rows >= 128) {
#line 56
            #pragma clang loop unroll(full)
#line 56
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 56
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 56
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i * m + j];
#line 56
            }
#line 56
          } else {
#line 56
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 56
              int i = warpcc_rows + warpcc_row;
#line 56
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i * m + j];
#line 56
            }
#line 56
          }
#line 56
        }
#line 56
        #pragma omp for
#line 56
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 56
          if (warpcc_row < n - warpcc_rows) {
#line 56
            int i = warpcc_rows + warpcc_row;
#line 56
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 57
              y[i] -= warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 56
            }
#line 56
          }
#line 56
        }
#line 56
      }
#line 56
      #pragma omp for
#line 56
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 56
        if (warpcc_row < n - warpcc_rows) {
#line 56
          int i = warpcc_rows + warpcc_row;
#line 56
          for (int j = m / 32 * 32; j < m; j++) {
#line 57
            y[i] -= A[i * m + j];
#line 56
          }
#line 56
        }
#line 56
      }
#line 56
    }
#line 56
  }
#line 57
    } else {
#line 57
    #pragma clang diagnostic push
#line 57
    #pragma clang diagnostic ignored "-Weverything"
#line 54
  #pragma omp target map(to: A[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(A)
  #pragma omp teams distribute parallel for
#line 56
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] -= A[i * m + j];
#line 57
    #pragma clang diagnostic pop
#line 57
    }
#line 57
  }
#line 58
}

/* `teams distribute` would have to stand in both pragmas. */
static void middle(int n, const double *restrict A, double *restrict y) {
  #pragma omp target parallel map(to: A[0:n*M]) map(tofrom: y[0:n]) //~ plan=none WC211
  #pragma omp for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) y[i] += A[i * M + j];
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  FILL(A, N * M);
  FILL(x, M);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(c, N);
  product(N, A, x, y); SHOW(y, N);
  product(129, A, x, y); SHOW(y, 129);
  product(0, A, x, y);
  tested(N, M, A, x, y); SHOW(y, N);
  tested(N, 31, A, x, y); SHOW(y, N);
  tested(127, 32, A, x, y); SHOW(y, 127);
  tested(N, 0, A, x, y); SHOW(y, N);
  sums(N, 2, a, b, c); SHOW(c, N);
  apart(N, M, A, y); SHOW(y, N);
  apart(N, 20, A, y); SHOW(y, N);
  middle(N, A, y); SHOW(y, N);
  return 0;
}
