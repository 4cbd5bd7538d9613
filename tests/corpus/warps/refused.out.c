/* Rows whose loop the lanes of a warp cannot share: they come through team memory, or stay. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 70, M = 64 };

/* A sum of signed integers may overflow in another order. */
static void signed_sum(const int (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 10
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 10
    int warpcc_tile0[128][33];
#line 10
    int warpcc_kept_s[128];
#line 10
    #pragma omp parallel
#line 10
    {
#line 10
      #pragma omp for
#line 10
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 10
        if (warpcc_row < 70 - warpcc_rows) {
#line 11
          int s = 0;
#line 10
          warpcc_kept_s[warpcc_row] = s;
#line 10
        }
#line 10
      }
#line 10
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 10
        #pragma omp for
#line 10
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 10
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 10
          if (70 - warpcc_rows >= 128) {
#line 10
            #pragma clang loop unroll(full)
#line 10
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 10
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 10
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 10
            }
#line 10
          } else {
#line 10
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 10
              int i = warpcc_rows + warpcc_row;
#line 10
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
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
          if (warpcc_row < 70 - warpcc_rows) {
#line 10
            int s = warpcc_kept_s[warpcc_row];
#line 10
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 12
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
        if (warpcc_row < 70 - warpcc_rows) {
#line 10
          int i = warpcc_rows + warpcc_row;
#line 10
          int s = warpcc_kept_s[warpcc_row];
#line 10
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 12
            s += A[i][j];
#line 10
          }
#line 13
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
}

/* The place of the largest element goes with it. */
static void place(const double (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 20
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 20
    double warpcc_tile0[128][33];
#line 20
    double warpcc_kept_most[128];
#line 20
    int warpcc_kept_at[128];
#line 20
    #pragma omp parallel
#line 20
    {
#line 20
      #pragma omp for
#line 20
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 20
        if (warpcc_row < 70 - warpcc_rows) {
#line 21
          double most = -1;
#line 22
          int at = -1;
#line 20
          warpcc_kept_most[warpcc_row] = most;
#line 20
          warpcc_kept_at[warpcc_row] = at;
#line 20
        }
#line 20
      }
#line 20
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 20
        #pragma omp for
#line 20
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 20
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 20
          if (70 - warpcc_rows >= 128) {
#line 20
            #pragma clang loop unroll(full)
#line 20
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 20
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 20
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 20
            }
#line 20
          } else {
#line 20
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 20
              int i = warpcc_rows + warpcc_row;
#line 20
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
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
          if (warpcc_row < 70 - warpcc_rows) {
#line 20
            double most = warpcc_kept_most[warpcc_row];
#line 20
            int at = warpcc_kept_at[warpcc_row];
#line 20
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 24
              const double own = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 25
      if (own > most) {
        most = own;
        at = j;
      }
#line 20
            }
#line 20
            warpcc_kept_most[warpcc_row] = most;
#line 20
            warpcc_kept_at[warpcc_row] = at;
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
        if (warpcc_row < 70 - warpcc_rows) {
#line 20
          int i = warpcc_rows + warpcc_row;
#line 20
          double most = warpcc_kept_most[warpcc_row];
#line 20
          int at = warpcc_kept_at[warpcc_row];
#line 20
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 24
            const double own = A[i][j];
#line 25
      if (own > most) {
        most = own;
        at = j;
      }
#line 20
          }
#line 30
          y[i] = at;
#line 20
        }
#line 20
      }
#line 20
    }
#line 20
  }
#line 32
}

/* The sum so far is used. */
static void prefix(const double (*restrict A)[M], double *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 37
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 37
    double warpcc_tile0[128][33];
#line 37
    double warpcc_kept_s[128];
#line 37
    double warpcc_kept_t[128];
#line 37
    #pragma omp parallel
#line 37
    {
#line 37
      #pragma omp for
#line 37
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 37
        if (warpcc_row < 70 - warpcc_rows) {
#line 38
          double s = 0, t = 0;
#line 37
          warpcc_kept_s[warpcc_row] = s;
#line 37
          warpcc_kept_t[warpcc_row] = t;
#line 37
        }
#line 37
      }
#line 37
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 37
        #pragma omp for
#line 37
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 37
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 37
          if (70 - warpcc_rows >= 128) {
#line 37
            #pragma clang loop unroll(full)
#line 37
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 37
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 37
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 37
            }
#line 37
          } else {
#line 37
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 37
              int i = warpcc_rows + warpcc_row;
#line 37
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
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
          if (warpcc_row < 70 - warpcc_rows) {
#line 37
            double s = warpcc_kept_s[warpcc_row];
#line 37
            double t = warpcc_kept_t[warpcc_row];
#line 37
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 40
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 41
              t += s * j;
#line 37
            }
#line 37
            warpcc_kept_s[warpcc_row] = s;
#line 37
            warpcc_kept_t[warpcc_row] = t;
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
        if (warpcc_row < 70 - warpcc_rows) {
#line 37
          int i = warpcc_rows + warpcc_row;
#line 37
          double s = warpcc_kept_s[warpcc_row];
#line 37
          double t = warpcc_kept_t[warpcc_row];
#line 37
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 40
            s += A[i][j];
#line 41
            t += s * j;
#line 37
          }
#line 43
          y[i] = s + t;
#line 37
        }
#line 37
      }
#line 37
    }
#line 37
  }
#line 45
}

/* What the row begins with is read from memory: lanes would have to read it, too. */
static void begins(const int (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 50
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 50
    int warpcc_tile0[128][33];
#line 50
    int warpcc_kept_least[128];
#line 50
    #pragma omp parallel
#line 50
    {
#line 50
      #pragma omp for
#line 50
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
        if (warpcc_row < 70 - warpcc_rows) {
#line 50
          int i = warpcc_rows + warpcc_row;
#line 51
          int least = A[i][0];
#line 50
          warpcc_kept_least[warpcc_row] = least;
#line 50
        }
#line 50
      }
#line 50
      for (int warpcc_columns = 0; warpcc_columns < (64 - 1) / 32; warpcc_columns++) {
#line 50
        #pragma omp for
#line 50
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 50
          int j = 1 + warpcc_columns * 32 + warpcc_item % 32;
#line 50
          if (70 - warpcc_rows >= 128) {
#line 50
            #pragma clang loop unroll(full)
#line 50
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 50
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 50
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 50
            }
#line 50
          } else {
#line 50
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 50
              int i = warpcc_rows + warpcc_row;
#line 50
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
#line 50
            }
#line 50
          }
#line 50
        }
#line 50
        #pragma omp for
#line 50
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
          if (warpcc_row < 70 - warpcc_rows) {
#line 50
            int least = warpcc_kept_least[warpcc_row];
#line 50
            for (int j = 1 + warpcc_columns * 32; j < 1 + warpcc_columns * 32 + 32; j++) {
#line 53
              const int own = warpcc_tile0[warpcc_row][j - (1 + warpcc_columns * 32)];
#line 54
              if (own < least) least = own;
#line 50
            }
#line 50
            warpcc_kept_least[warpcc_row] = least;
#line 50
          }
#line 50
        }
#line 50
      }
#line 50
      #pragma omp for
#line 50
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
        if (warpcc_row < 70 - warpcc_rows) {
#line 50
          int i = warpcc_rows + warpcc_row;
#line 50
          int least = warpcc_kept_least[warpcc_row];
#line 50
          for (int j = 1 + (64 - 1) / 32 * 32; j < 64; j++) {
#line 53
            const int own = A[i][j];
#line 54
            if (own < least) least = own;
#line 50
          }
#line 56
          y[i] = least;
#line 50
        }
#line 50
      }
#line 50
    }
#line 50
  }
#line 58
}

/* A scalar that each row computes from memory is used along it. */
static void scaled(const double (*restrict A)[M], const double *restrict f, double *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N], f[0:N]) map(from: y[0:N]) //~ plan=rows(A)
#line 63
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 63
    double warpcc_tile0[128][33];
#line 63
    double warpcc_kept_factor[128];
#line 63
    double warpcc_kept_s[128];
#line 63
    #pragma omp parallel
#line 63
    {
#line 63
      #pragma omp for
#line 63
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 63
        if (warpcc_row < 70 - warpcc_rows) {
#line 63
          int i = warpcc_rows + warpcc_row;
#line 64
          const double factor = f[i];
#line 65
          double s = 0;
#line 63
          warpcc_kept_factor[warpcc_row] = factor;
#line 63
          warpcc_kept_s[warpcc_row] = s;
#line 63
        }
#line 63
      }
#line 63
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 63
        #pragma omp for
#line 63
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 63
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 63
          if (70 - warpcc_rows >= 128) {
#line 63
            #pragma clang loop unroll(full)
#line 63
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 63
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 63
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 63
            }
#line 63
          } else {
#line 63
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 63
              int i = warpcc_rows + warpcc_row;
#line 63
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
#line 63
            }
#line 63
          }
#line 63
        }
#line 63
        #pragma omp for
#line 63
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 63
          if (warpcc_row < 70 - warpcc_rows) {
#line 63
            double factor = warpcc_kept_factor[warpcc_row];
#line 63
            double s = warpcc_kept_s[warpcc_row];
#line 63
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 66
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * factor;
#line 63
            }
#line 63
            warpcc_kept_s[warpcc_row] = s;
#line 63
          }
#line 63
        }
#line 63
      }
#line 63
      #pragma omp for
#line 63
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 63
        if (warpcc_row < 70 - warpcc_rows) {
#line 63
          int i = warpcc_rows + warpcc_row;
#line 63
          double factor = warpcc_kept_factor[warpcc_row];
#line 63
          double s = warpcc_kept_s[warpcc_row];
#line 63
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 66
            s += A[i][j] * factor;
#line 63
          }
#line 67
          y[i] = s;
#line 63
        }
#line 63
      }
#line 63
    }
#line 63
  }
#line 69
}

/* The loop stores. */
static void stored(const double (*restrict A)[M], double (*restrict B)[M], double *restrict y) {
  #pragma omp target teams distribute map(to: A[0:N]) map(from: y[0:N], B[0:N]) //~ plan=rows(A)
#line 74
  for (int warpcc_rows = 0; warpcc_rows < 70; warpcc_rows += 128) {
#line 74
    double warpcc_tile0[128][33];
#line 74
    double warpcc_kept_s[128];
#line 74
    #pragma omp parallel
#line 74
    {
#line 74
      #pragma omp for
#line 74
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 74
        if (warpcc_row < 70 - warpcc_rows) {
#line 75
          double s = 0;
#line 74
          warpcc_kept_s[warpcc_row] = s;
#line 74
        }
#line 74
      }
#line 74
      for (int warpcc_columns = 0; warpcc_columns < 64 / 32; warpcc_columns++) {
#line 74
        #pragma omp for
#line 74
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 74
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 74
          if (70 - warpcc_rows >= 128) {
#line 74
            #pragma clang loop unroll(full)
#line 74
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 74
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 74
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = A[i][j];
#line 74
            }
#line 74
          } else {
#line 74
            for (int warpcc_row = warpcc_item / 32; warpcc_row < 70 - warpcc_rows; warpcc_row += 4) {
#line 74
              int i = warpcc_rows + warpcc_row;
#line 74
              warpcc_tile0[warpcc_row][warpcc_item % 32] = A[i][j];
#line 74
            }
#line 74
          }
#line 74
        }
#line 74
        #pragma omp for
#line 74
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 74
          if (warpcc_row < 70 - warpcc_rows) {
#line 74
            int i = warpcc_rows + warpcc_row;
#line 74
            double s = warpcc_kept_s[warpcc_row];
#line 74
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 77
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 78
              B[i][j] = j;
#line 74
            }
#line 74
            warpcc_kept_s[warpcc_row] = s;
#line 74
          }
#line 74
        }
#line 74
      }
#line 74
      #pragma omp for
#line 74
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 74
        if (warpcc_row < 70 - warpcc_rows) {
#line 74
          int i = warpcc_rows + warpcc_row;
#line 74
          double s = warpcc_kept_s[warpcc_row];
#line 74
          for (int j = 64 / 32 * 32; j < 64; j++) {
#line 77
            s += A[i][j];
#line 78
            B[i][j] = j;
#line 74
          }
#line 80
          y[i] = s;
#line 74
        }
#line 74
      }
#line 74
    }
#line 74
  }
#line 82
}

int main(void) {
  double(*A)[M] = malloc(sizeof(double) * N * M), (*B)[M] = malloc(sizeof(double) * N * M), f[N], y[N];
  int(*I)[M] = malloc(sizeof(int) * N * M), k[N];
  FILL(A[0], N * M);
  FILL(I[0], N * M);
  FILL(f, N);
  signed_sum(I, k);
  SHOW(k, N);
  place(A, k);
  SHOW(k, N);
  prefix(A, y);
  SHOW(y, N);
  begins(I, k);
  SHOW(k, N);
  scaled(A, f, y);
  SHOW(y, N);
  stored(A, B, y);
  SHOW(y, N);
  SHOW(B[0], N * M);
  return 0;
}
