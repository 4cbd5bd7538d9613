/* Clauses beside rows that come through team memory, or are shared by warps: each goes to the teams, or to their threads. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 300, M = 75 };

/* The teams are so many, whatever they take. */
static void number_of_teams(int n, int m, const double *restrict a, double *restrict y) {
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
  #pragma omp target teams distribute num_teams(7) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
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
#line 13
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
#line 13
            s += a[i * m + j];
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
  #pragma omp target teams distribute parallel for num_teams(7) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 10
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j]; //~ a: sectors=8..32->8..9
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

/* What is said of the threads is said of those that enter the region of a block of rows: all of a team. */
static void threads(int n, int m, const float *restrict a, float *restrict y) {
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
  #pragma omp target teams distribute   map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 21
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 21
    float warpcc_tile0[128][33];
#line 21
    float warpcc_kept_most[128];
#line 21
    #pragma omp parallel num_threads(128) proc_bind(close)
#line 21
    {
#line 21
      #pragma omp for
#line 21
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 21
        if (warpcc_row < n - warpcc_rows) {
#line 22
          float most = 0;
#line 21
          warpcc_kept_most[warpcc_row] = most;
#line 21
        }
#line 21
      }
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 21
            }
#line 21
          } else {
#line 21
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 21
              int i = warpcc_rows + warpcc_row;
#line 21
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
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
            float most = warpcc_kept_most[warpcc_row];
#line 21
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 24
              if (warpcc_tile0[warpcc_row][j - warpcc_columns * 32] > most) most = warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 21
            }
#line 21
            warpcc_kept_most[warpcc_row] = most;
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
          float most = warpcc_kept_most[warpcc_row];
#line 21
          for (int j = m / 32 * 32; j < m; j++) {
#line 24
            if (a[i * m + j] > most) most = a[i * m + j];
#line 21
          }
#line 25
          y[i] = most;
#line 21
        }
#line 21
      }
#line 21
    }
#line 21
  }
#line 26
    } else {
#line 26
    #pragma clang diagnostic push
#line 26
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for num_threads(128) proc_bind(close) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 21
  for (int i = 0; i < n; i++) {
    float most = 0;
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > most) most = a[i * m + j];
    y[i] = most;
  }
#line 26
    #pragma clang diagnostic pop
#line 26
    }
#line 26
  }
#line 27
}

static void more_threads(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
#line 30
  {
#line 30
    #pragma clang diagnostic push
#line 30
    #pragma clang diagnostic ignored "-Weverything"
#line 30
    int warpcc_holds = (__int128)m >= 64 && 4294967264 >= (__int128)m;
#line 30
    #pragma clang diagnostic pop
#line 30
    if (warpcc_holds) {
#line 30
  #pragma omp target teams distribute num_teams((n + 255) / 256)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 31
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 16u) {
#line 31
    unsigned warpcc_part_s[16][33];
#line 31
    #pragma omp parallel num_threads(256)
#line 31
    {
#line 31
      #pragma omp for
#line 31
      for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 31
        if (n - warpcc_rows >= 16) {
#line 31
          unsigned warpcc_kept_s[4];
#line 31
          #pragma clang loop unroll(full)
#line 31
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 31
            warpcc_kept_s[warpcc_pass] = 0u;
#line 31
          }
#line 31
          for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 31
            #pragma clang loop unroll(full)
#line 31
            for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 31
              unsigned i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 31
              unsigned s = warpcc_kept_s[warpcc_pass];
#line 33
              s += a[i * m + j];
#line 31
              warpcc_kept_s[warpcc_pass] = s;
#line 31
            }
#line 31
          }
#line 31
          #pragma clang loop unroll(full)
#line 31
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 31
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 31
          }
#line 31
        } else {
#line 31
          for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 31
            unsigned i = warpcc_rows + warpcc_row;
#line 31
            unsigned s = 0u;
#line 31
            for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 33
              s += a[i * m + j];
#line 31
            }
#line 31
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 31
          }
#line 31
        }
#line 31
      }
#line 31
      #pragma omp for
#line 31
      for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 31
        if (warpcc_row < n - warpcc_rows) {
#line 31
          unsigned i = warpcc_rows + warpcc_row;
#line 32
          unsigned s = 1;
#line 31
          for (unsigned warpcc_lane = 0u; warpcc_lane < 32u; warpcc_lane += 1u) {
#line 31
            unsigned warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 31
            s = s + warpcc_one_s;
#line 31
          }
#line 34
          y[i] = s;
#line 31
        }
#line 31
      }
#line 31
    }
#line 31
  }
#line 35
    } else {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 30
  #pragma omp target teams distribute parallel for num_teams((n + 255) / 256) num_threads(256) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 31
  for (unsigned i = 0; i < n; i++) {
    unsigned s = 1;
    for (unsigned j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 35
    #pragma clang diagnostic pop
#line 35
    }
#line 35
  }
#line 36
}

/* Threads that do not enter the region miss its barriers, 64 of 128, 128 of 256, and who knows how many: those are all of a team then. */
static void fewer_threads(int n, int m, const float *restrict a, float *restrict y) {
#line 40
  {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 40
    int warpcc_holds = (__int128)m >= 32;
#line 40
    #pragma clang diagnostic pop
#line 40
    if (warpcc_holds) {
#line 40
  #pragma omp target teams distribute thread_limit(64)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 41
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 41
    float warpcc_tile0[128][33];
#line 41
    float warpcc_kept_s[128];
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
#line 42
          float s = 0;
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
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 41
            }
#line 41
          } else {
#line 41
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 41
              int i = warpcc_rows + warpcc_row;
#line 41
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
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
            float s = warpcc_kept_s[warpcc_row];
#line 41
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 43
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
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
          float s = warpcc_kept_s[warpcc_row];
#line 41
          for (int j = m / 32 * 32; j < m; j++) {
#line 43
            s += a[i * m + j];
#line 41
          }
#line 44
          y[i] = s;
#line 41
        }
#line 41
      }
#line 41
    }
#line 41
  }
#line 45
    } else {
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 40
  #pragma omp target teams distribute parallel for num_threads(64) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 41
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 45
    #pragma clang diagnostic pop
#line 45
    }
#line 45
  }
#line 46
}

static void half_of_them(int n, int m, const float *restrict a, float *restrict y) {
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
  #pragma omp target teams distribute thread_limit(128)   map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 50
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 50
    float warpcc_tile0[128][33];
#line 50
    float warpcc_kept_s[128];
#line 50
    #pragma omp parallel
#line 50
    {
#line 50
      #pragma omp for
#line 50
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 50
        if (warpcc_row < n - warpcc_rows) {
#line 51
          float s = 0;
#line 50
          warpcc_kept_s[warpcc_row] = s;
#line 50
        }
#line 50
      }
#line 50
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 50
        #pragma omp for
#line 50
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 50
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 50
          if (n - warpcc_rows >= 128) {
#line 50
            #pragma clang loop unroll(full)
#line 50
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 50
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 50
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 50
            }
#line 50
          } else {
#line 50
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 50
              int i = warpcc_rows + warpcc_row;
#line 50
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
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
          if (warpcc_row < n - warpcc_rows) {
#line 50
            float s = warpcc_kept_s[warpcc_row];
#line 50
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 52
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 50
            }
#line 50
            warpcc_kept_s[warpcc_row] = s;
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
        if (warpcc_row < n - warpcc_rows) {
#line 50
          int i = warpcc_rows + warpcc_row;
#line 50
          float s = warpcc_kept_s[warpcc_row];
#line 50
          for (int j = m / 32 * 32; j < m; j++) {
#line 52
            s += a[i * m + j];
#line 50
          }
#line 53
          y[i] = s;
#line 50
        }
#line 50
      }
#line 50
    }
#line 50
  }
#line 54
    } else {
#line 54
    #pragma clang diagnostic push
#line 54
    #pragma clang diagnostic ignored "-Weverything"
#line 49
  #pragma omp target teams distribute parallel for thread_limit(256) num_threads(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 50
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 54
    #pragma clang diagnostic pop
#line 54
    }
#line 54
  }
#line 55
}

static void so_many(int n, int m, const float *restrict a, float *restrict y) {
#line 58
  {
#line 58
    #pragma clang diagnostic push
#line 58
    #pragma clang diagnostic ignored "-Weverything"
#line 58
    int warpcc_holds = (__int128)m >= 32;
#line 58
    #pragma clang diagnostic pop
#line 58
    if (warpcc_holds) {
#line 58
  #pragma omp target teams distribute thread_limit(2 * m)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 59
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 59
    float warpcc_tile0[128][33];
#line 59
    float warpcc_kept_s[128];
#line 59
    #pragma omp parallel
#line 59
    {
#line 59
      #pragma omp for
#line 59
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 59
        if (warpcc_row < n - warpcc_rows) {
#line 60
          float s = 0;
#line 59
          warpcc_kept_s[warpcc_row] = s;
#line 59
        }
#line 59
      }
#line 59
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 59
        #pragma omp for
#line 59
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 59
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 59
          if (n - warpcc_rows >= 128) {
#line 59
            #pragma clang loop unroll(full)
#line 59
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 59
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 59
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 59
            }
#line 59
          } else {
#line 59
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 59
              int i = warpcc_rows + warpcc_row;
#line 59
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 59
            }
#line 59
          }
#line 59
        }
#line 59
        #pragma omp for
#line 59
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 59
          if (warpcc_row < n - warpcc_rows) {
#line 59
            float s = warpcc_kept_s[warpcc_row];
#line 59
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 61
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 59
            }
#line 59
            warpcc_kept_s[warpcc_row] = s;
#line 59
          }
#line 59
        }
#line 59
      }
#line 59
      #pragma omp for
#line 59
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 59
        if (warpcc_row < n - warpcc_rows) {
#line 59
          int i = warpcc_rows + warpcc_row;
#line 59
          float s = warpcc_kept_s[warpcc_row];
#line 59
          for (int j = m / 32 * 32; j < m; j++) {
#line 61
            s += a[i * m + j];
#line 59
          }
#line 62
          y[i] = s;
#line 59
        }
#line 59
      }
#line 59
    }
#line 59
  }
#line 63
    } else {
#line 63
    #pragma clang diagnostic push
#line 63
    #pragma clang diagnostic ignored "-Weverything"
#line 58
  #pragma omp target teams distribute parallel for num_threads(2 * m) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 59
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 63
    #pragma clang diagnostic pop
#line 63
    }
#line 63
  }
#line 64
}

/* The region runs here or there; its threads are there in both cases. */
static void chosen(int n, int m, int here, const double *restrict a, double *restrict y) {
#line 68
  {
#line 68
    #pragma clang diagnostic push
#line 68
    #pragma clang diagnostic ignored "-Weverything"
#line 68
    int warpcc_holds = (__int128)m >= 32;
#line 68
    #pragma clang diagnostic pop
#line 68
    if (warpcc_holds) {
#line 68
  #pragma omp target teams distribute if(target: !here) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 69
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 69
    double warpcc_tile0[128][33];
#line 69
    double warpcc_kept_s[128];
#line 69
    #pragma omp parallel
#line 69
    {
#line 69
      #pragma omp for
#line 69
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 69
        if (warpcc_row < n - warpcc_rows) {
#line 70
          double s = 0;
#line 69
          warpcc_kept_s[warpcc_row] = s;
#line 69
        }
#line 69
      }
#line 69
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 69
        #pragma omp for
#line 69
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 69
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 69
          if (n - warpcc_rows >= 128) {
#line 69
            #pragma clang loop unroll(full)
#line 69
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 69
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 69
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 69
            }
#line 69
          } else {
#line 69
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 69
              int i = warpcc_rows + warpcc_row;
#line 69
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 69
            }
#line 69
          }
#line 69
        }
#line 69
        #pragma omp for
#line 69
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 69
          if (warpcc_row < n - warpcc_rows) {
#line 69
            double s = warpcc_kept_s[warpcc_row];
#line 69
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 71
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 69
            }
#line 69
            warpcc_kept_s[warpcc_row] = s;
#line 69
          }
#line 69
        }
#line 69
      }
#line 69
      #pragma omp for
#line 69
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 69
        if (warpcc_row < n - warpcc_rows) {
#line 69
          int i = warpcc_rows + warpcc_row;
#line 69
          double s = warpcc_kept_s[warpcc_row];
#line 69
          for (int j = m / 32 * 32; j < m; j++) {
#line 71
            s += a[i * m + j];
#line 69
          }
#line 72
          y[i] = s;
#line 69
        }
#line 69
      }
#line 69
    }
#line 69
  }
#line 73
    } else {
#line 73
    #pragma clang diagnostic push
#line 73
    #pragma clang diagnostic ignored "-Weverything"
#line 68
  #pragma omp target teams distribute parallel for if(target: !here) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 69
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 73
    #pragma clang diagnostic pop
#line 73
    }
#line 73
  }
#line 74
}

static void scheduled(int n, int m, const double *restrict a, double *restrict y) {
#line 77
  {
#line 77
    #pragma clang diagnostic push
#line 77
    #pragma clang diagnostic ignored "-Weverything"
#line 77
    int warpcc_holds = (__int128)m >= 32;
#line 77
    #pragma clang diagnostic pop
#line 77
    if (warpcc_holds) {
#line 77
  #pragma omp target teams distribute  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)+unschedule(schedule)
#line 78
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 78
    double warpcc_tile0[128][33];
#line 78
    double warpcc_kept_s[128];
#line 78
    #pragma omp parallel
#line 78
    {
#line 78
      #pragma omp for
#line 78
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 78
        if (warpcc_row < n - warpcc_rows) {
#line 79
          double s = 0;
#line 78
          warpcc_kept_s[warpcc_row] = s;
#line 78
        }
#line 78
      }
#line 78
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 78
        #pragma omp for
#line 78
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 78
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 78
          if (n - warpcc_rows >= 128) {
#line 78
            #pragma clang loop unroll(full)
#line 78
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 78
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 78
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 78
            }
#line 78
          } else {
#line 78
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 78
              int i = warpcc_rows + warpcc_row;
#line 78
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 78
            }
#line 78
          }
#line 78
        }
#line 78
        #pragma omp for
#line 78
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 78
          if (warpcc_row < n - warpcc_rows) {
#line 78
            double s = warpcc_kept_s[warpcc_row];
#line 78
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 80
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 78
            }
#line 78
            warpcc_kept_s[warpcc_row] = s;
#line 78
          }
#line 78
        }
#line 78
      }
#line 78
      #pragma omp for
#line 78
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 78
        if (warpcc_row < n - warpcc_rows) {
#line 78
          int i = warpcc_rows + warpcc_row;
#line 78
          double s = warpcc_kept_s[warpcc_row];
#line 78
          for (int j = m / 32 * 32; j < m; j++) {
#line 80
            s += a[i * m + j];
#line 78
          }
#line 81
          y[i] = s;
#line 78
        }
#line 78
      }
#line 78
    }
#line 78
  }
#line 82
    } else {
#line 82
    #pragma clang diagnostic push
#line 82
    #pragma clang diagnostic ignored "-Weverything"
#line 77
  #pragma omp target teams distribute parallel for schedule(static) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)+unschedule(schedule)
#line 78
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 82
    #pragma clang diagnostic pop
#line 82
    }
#line 82
  }
#line 83
}

/* The number of threads is that of a variable which the device need not have: the host says how many a team has. */
static void counted(int n, int m, int many, const float *restrict a, float *restrict y) {
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
  #pragma omp target teams distribute thread_limit(many)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 88
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 88
    float warpcc_tile0[128][33];
#line 88
    float warpcc_kept_s[128];
#line 88
    #pragma omp parallel
#line 88
    {
#line 88
      #pragma omp for
#line 88
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 88
        if (warpcc_row < n - warpcc_rows) {
#line 89
          float s = 0;
#line 88
          warpcc_kept_s[warpcc_row] = s;
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
            float s = warpcc_kept_s[warpcc_row];
#line 88
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 90
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
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
      #pragma omp for
#line 88
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 88
        if (warpcc_row < n - warpcc_rows) {
#line 88
          int i = warpcc_rows + warpcc_row;
#line 88
          float s = warpcc_kept_s[warpcc_row];
#line 88
          for (int j = m / 32 * 32; j < m; j++) {
#line 90
            s += a[i * m + j];
#line 88
          }
#line 91
          y[i] = s;
#line 88
        }
#line 88
      }
#line 88
    }
#line 88
  }
#line 92
    } else {
#line 92
    #pragma clang diagnostic push
#line 92
    #pragma clang diagnostic ignored "-Weverything"
#line 87
  #pragma omp target teams distribute parallel for num_threads(many) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 88
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 92
    #pragma clang diagnostic pop
#line 92
    }
#line 92
  }
#line 93
}

/* What happens where the number of threads is computed happens once, as before. */
static int calls;
static int next_number(void) { return ++calls * 32; }
static void computed(int n, int m, const float *restrict a, float *restrict y) {
#line 99
  {
#line 99
    #pragma clang diagnostic push
#line 99
    #pragma clang diagnostic ignored "-Weverything"
#line 99
    int warpcc_holds = (__int128)m >= 32;
#line 99
    #pragma clang diagnostic pop
#line 99
    if (warpcc_holds) {
#line 99
  #pragma omp target teams distribute thread_limit(next_number())  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 100
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 100
    float warpcc_tile0[128][33];
#line 100
    float warpcc_kept_s[128];
#line 100
    #pragma omp parallel
#line 100
    {
#line 100
      #pragma omp for
#line 100
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 100
        if (warpcc_row < n - warpcc_rows) {
#line 101
          float s = 0;
#line 100
          warpcc_kept_s[warpcc_row] = s;
#line 100
        }
#line 100
      }
#line 100
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 100
        #pragma omp for
#line 100
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 100
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 100
          if (n - warpcc_rows >= 128) {
#line 100
            #pragma clang loop unroll(full)
#line 100
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 100
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 100
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 100
            }
#line 100
          } else {
#line 100
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 100
              int i = warpcc_rows + warpcc_row;
#line 100
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 100
            }
#line 100
          }
#line 100
        }
#line 100
        #pragma omp for
#line 100
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 100
          if (warpcc_row < n - warpcc_rows) {
#line 100
            float s = warpcc_kept_s[warpcc_row];
#line 100
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 102
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 100
            }
#line 100
            warpcc_kept_s[warpcc_row] = s;
#line 100
          }
#line 100
        }
#line 100
      }
#line 100
      #pragma omp for
#line 100
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 100
        if (warpcc_row < n - warpcc_rows) {
#line 100
          int i = warpcc_rows + warpcc_row;
#line 100
          float s = warpcc_kept_s[warpcc_row];
#line 100
          for (int j = m / 32 * 32; j < m; j++) {
#line 102
            s += a[i * m + j];
#line 100
          }
#line 103
          y[i] = s;
#line 100
        }
#line 100
      }
#line 100
    }
#line 100
  }
#line 104
    } else {
#line 104
    #pragma clang diagnostic push
#line 104
    #pragma clang diagnostic ignored "-Weverything"
#line 99
  #pragma omp target teams distribute parallel for num_threads(next_number()) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 100
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 104
    #pragma clang diagnostic pop
#line 104
    }
#line 104
  }
#line 105
}

/* Both are said, and one is no number. */
static void at_most(int n, int m, int many, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for thread_limit(192) num_threads(many) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void from_a_table(int n, int m, const int *sizes, const float *restrict a, float *restrict y) {
#line 118
  {
#line 118
    #pragma clang diagnostic push
#line 118
    #pragma clang diagnostic ignored "-Weverything"
#line 118
    int warpcc_holds = (__int128)m >= 32;
#line 118
    #pragma clang diagnostic pop
#line 118
    if (warpcc_holds) {
#line 118
  #pragma omp target teams distribute thread_limit(sizes[0])  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 119
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 119
    float warpcc_tile0[128][33];
#line 119
    float warpcc_kept_s[128];
#line 119
    #pragma omp parallel
#line 119
    {
#line 119
      #pragma omp for
#line 119
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 119
        if (warpcc_row < n - warpcc_rows) {
#line 120
          float s = 0;
#line 119
          warpcc_kept_s[warpcc_row] = s;
#line 119
        }
#line 119
      }
#line 119
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 119
        #pragma omp for
#line 119
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 119
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 119
          if (n - warpcc_rows >= 128) {
#line 119
            #pragma clang loop unroll(full)
#line 119
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 119
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 119
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 119
            }
#line 119
          } else {
#line 119
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 119
              int i = warpcc_rows + warpcc_row;
#line 119
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 119
            }
#line 119
          }
#line 119
        }
#line 119
        #pragma omp for
#line 119
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 119
          if (warpcc_row < n - warpcc_rows) {
#line 119
            float s = warpcc_kept_s[warpcc_row];
#line 119
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 121
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 119
            }
#line 119
            warpcc_kept_s[warpcc_row] = s;
#line 119
          }
#line 119
        }
#line 119
      }
#line 119
      #pragma omp for
#line 119
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 119
        if (warpcc_row < n - warpcc_rows) {
#line 119
          int i = warpcc_rows + warpcc_row;
#line 119
          float s = warpcc_kept_s[warpcc_row];
#line 119
          for (int j = m / 32 * 32; j < m; j++) {
#line 121
            s += a[i * m + j];
#line 119
          }
#line 122
          y[i] = s;
#line 119
        }
#line 119
      }
#line 119
    }
#line 119
  }
#line 123
    } else {
#line 123
    #pragma clang diagnostic push
#line 123
    #pragma clang diagnostic ignored "-Weverything"
#line 118
  #pragma omp target teams distribute parallel for num_threads(sizes[0]) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 119
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 123
    #pragma clang diagnostic pop
#line 123
    }
#line 123
  }
#line 124
}

/* Whether there are threads is asked, too: on the device as well. */
static void serial(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for if(n > 9) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* Variables of outside: the sum waits between the parts of a row, the product is needed in one of them alone. */
static void declared_before(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  int i, j;
  double s, product, mean;
#line 140
  {
#line 140
    #pragma clang diagnostic push
#line 140
    #pragma clang diagnostic ignored "-Weverything"
#line 140
    int warpcc_holds = (__int128)m >= 32;
#line 140
    #pragma clang diagnostic pop
#line 140
    if (warpcc_holds) {
#line 140
  #pragma omp target teams distribute private(i) private(s, j, product, mean) firstprivate(m) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 141
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 141
    double warpcc_tile0[128][33];
#line 141
    double warpcc_kept_s[128];
#line 141
    #pragma omp parallel
#line 141
    {
#line 141
      #pragma omp for
#line 141
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 141
        if (warpcc_row < n - warpcc_rows) {
#line 141
          double s;
#line 142
          s = 0;
#line 141
          warpcc_kept_s[warpcc_row] = s;
#line 141
        }
#line 141
      }
#line 141
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 141
        #pragma omp for
#line 141
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 141
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 141
          if (n - warpcc_rows >= 128) {
#line 141
            #pragma clang loop unroll(full)
#line 141
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 141
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 141
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 141
            }
#line 141
          } else {
#line 141
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 141
              int i = warpcc_rows + warpcc_row;
#line 141
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 141
            }
#line 141
          }
#line 141
        }
#line 141
        #pragma omp for
#line 141
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 141
          if (warpcc_row < n - warpcc_rows) {
#line 141
            double product;
#line 141
            double s = warpcc_kept_s[warpcc_row];
#line 141
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 144
              product = warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 145
              s = s * 0.5 + product;
#line 141
            }
#line 141
            warpcc_kept_s[warpcc_row] = s;
#line 141
          }
#line 141
        }
#line 141
      }
#line 141
      #pragma omp for
#line 141
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 141
        if (warpcc_row < n - warpcc_rows) {
#line 141
          int i = warpcc_rows + warpcc_row;
#line 141
          double mean;
#line 141
          double product;
#line 141
          double s = warpcc_kept_s[warpcc_row];
#line 141
          for (int j = m / 32 * 32; j < m; j++) {
#line 144
            product = a[i * m + j] * x[j];
#line 145
            s = s * 0.5 + product;
#line 141
          }
#line 147
          mean = s / 4;
#line 148
          y[i] = mean + i;
#line 141
        }
#line 141
      }
#line 141
    }
#line 141
  }
#line 149
    } else {
#line 149
    #pragma clang diagnostic push
#line 149
    #pragma clang diagnostic ignored "-Weverything"
#line 140
  #pragma omp target teams distribute parallel for private(s, j, product, mean) firstprivate(m) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 141
  for (i = 0; i < n; i++) {
    s = 0;
    for (j = 0; j < m; j++) {
      product = a[i * m + j] * x[j];
      s = s * 0.5 + product;
    }
    mean = s / 4;
    y[i] = mean + i;
  }
#line 149
    #pragma clang diagnostic pop
#line 149
    }
#line 149
  }
#line 150
}

/* Two loops along a row, and a loop of few iterations behind them whose counter is a thread's, too. */
static void twice(int n, int m, const float *restrict a, float *restrict y) {
  float most, sum;
  int k;
#line 156
  {
#line 156
    #pragma clang diagnostic push
#line 156
    #pragma clang diagnostic ignored "-Weverything"
#line 156
    int warpcc_holds = (__int128)m >= 32;
#line 156
    #pragma clang diagnostic pop
#line 156
    if (warpcc_holds) {
#line 156
  #pragma omp target teams distribute private(most, sum, k) map(to: a[0:n*m]) map(from: y[0:n*3]) //~ plan=rows(a)
#line 157
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 157
    float warpcc_tile0[128][33];
#line 157
    float warpcc_kept_most[128];
#line 157
    float warpcc_kept_sum[128];
#line 157
    #pragma omp parallel
#line 157
    {
#line 157
      #pragma omp for
#line 157
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 157
        if (warpcc_row < n - warpcc_rows) {
#line 157
          int i = warpcc_rows + warpcc_row;
#line 157
          float sum;
#line 157
          float most;
#line 158
          most = a[i * m];
#line 159
          sum = 0;
#line 157
          warpcc_kept_most[warpcc_row] = most;
#line 157
          warpcc_kept_sum[warpcc_row] = sum;
#line 157
        }
#line 157
      }
#line 157
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 157
        #pragma omp for
#line 157
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 157
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 157
          if (n - warpcc_rows >= 128) {
#line 157
            #pragma clang loop unroll(full)
#line 157
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 157
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 157
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 157
            }
#line 157
          } else {
#line 157
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 157
              int i = warpcc_rows + warpcc_row;
#line 157
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 157
            }
#line 157
          }
#line 157
        }
#line 157
        #pragma omp for
#line 157
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 157
          if (warpcc_row < n - warpcc_rows) {
#line 157
            float most = warpcc_kept_most[warpcc_row];
#line 157
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 161
              most = warpcc_tile0[warpcc_row][j - warpcc_columns * 32] > most ? warpcc_tile0[warpcc_row][j - warpcc_columns * 32] : most;
#line 157
            }
#line 157
            warpcc_kept_most[warpcc_row] = most;
#line 157
          }
#line 157
        }
#line 157
      }
#line 157
      #pragma omp for
#line 157
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 157
        if (warpcc_row < n - warpcc_rows) {
#line 157
          int i = warpcc_rows + warpcc_row;
#line 157
          float most = warpcc_kept_most[warpcc_row];
#line 157
          for (int j = m / 32 * 32; j < m; j++) {
#line 161
            most = a[i * m + j] > most ? a[i * m + j] : most;
#line 157
          }
#line 157
          warpcc_kept_most[warpcc_row] = most;
#line 157
        }
#line 157
      }
#line 157
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 157
        #pragma omp for
#line 157
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 157
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 157
          if (n - warpcc_rows >= 128) {
#line 157
            #pragma clang loop unroll(full)
#line 157
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 157
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 157
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 157
            }
#line 157
          } else {
#line 157
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 157
              int i = warpcc_rows + warpcc_row;
#line 157
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 157
            }
#line 157
          }
#line 157
        }
#line 157
        #pragma omp for
#line 157
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 157
          if (warpcc_row < n - warpcc_rows) {
#line 157
            float most = warpcc_kept_most[warpcc_row];
#line 157
            float sum = warpcc_kept_sum[warpcc_row];
#line 157
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 162
              sum += most - warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 157
            }
#line 157
            warpcc_kept_sum[warpcc_row] = sum;
#line 157
          }
#line 157
        }
#line 157
      }
#line 157
      #pragma omp for
#line 157
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 157
        if (warpcc_row < n - warpcc_rows) {
#line 157
          int i = warpcc_rows + warpcc_row;
#line 157
          int k;
#line 157
          float most = warpcc_kept_most[warpcc_row];
#line 157
          float sum = warpcc_kept_sum[warpcc_row];
#line 157
          for (int j = m / 32 * 32; j < m; j++) {
#line 162
            sum += most - a[i * m + j];
#line 157
          }
#line 163
          for (k = 0; k < 3; k++) y[i * 3 + k] = sum + k;
#line 157
        }
#line 157
      }
#line 157
    }
#line 157
  }
#line 164
    } else {
#line 164
    #pragma clang diagnostic push
#line 164
    #pragma clang diagnostic ignored "-Weverything"
#line 156
  #pragma omp target teams distribute parallel for private(most, sum, k) map(to: a[0:n*m]) map(from: y[0:n*3]) //~ plan=rows(a)
#line 157
  for (int i = 0; i < n; i++) {
    most = a[i * m];
    sum = 0;
    for (int j = 0; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    for (int j = 0; j < m; j++) sum += most - a[i * m + j];
    for (k = 0; k < 3; k++) y[i * 3 + k] = sum + k;
  }
#line 164
    #pragma clang diagnostic pop
#line 164
    }
#line 164
  }
#line 165
}

/* Lanes of a warp have sums of their own, whoever declares the variable. */
static void lanes(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
  unsigned s, bits;
#line 170
  {
#line 170
    #pragma clang diagnostic push
#line 170
    #pragma clang diagnostic ignored "-Weverything"
#line 170
    int warpcc_holds = (__int128)m >= 64 && 4294967264 >= (__int128)m;
#line 170
    #pragma clang diagnostic pop
#line 170
    if (warpcc_holds) {
#line 170
  #pragma omp target teams distribute private(s, bits) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 171
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 16u) {
#line 171
    unsigned warpcc_part_s[16][33];
#line 171
    #pragma omp parallel
#line 171
    {
#line 171
      #pragma omp for
#line 171
      for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 171
        if (n - warpcc_rows >= 16) {
#line 171
          unsigned warpcc_kept_s[4];
#line 171
          #pragma clang loop unroll(full)
#line 171
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 171
            warpcc_kept_s[warpcc_pass] = 0u;
#line 171
          }
#line 171
          for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 171
            #pragma clang loop unroll(full)
#line 171
            for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 171
              unsigned i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 171
              unsigned bits;
#line 171
              unsigned s = warpcc_kept_s[warpcc_pass];
#line 174
              bits = a[i * m + j];
#line 175
              s += bits ^ j;
#line 171
              warpcc_kept_s[warpcc_pass] = s;
#line 171
            }
#line 171
          }
#line 171
          #pragma clang loop unroll(full)
#line 171
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 171
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 171
          }
#line 171
        } else {
#line 171
          for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 171
            unsigned i = warpcc_rows + warpcc_row;
#line 171
            unsigned bits;
#line 171
            unsigned s = 0u;
#line 171
            for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 174
              bits = a[i * m + j];
#line 175
              s += bits ^ j;
#line 171
            }
#line 171
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 171
          }
#line 171
        }
#line 171
      }
#line 171
      #pragma omp for
#line 171
      for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 171
        if (warpcc_row < n - warpcc_rows) {
#line 171
          unsigned i = warpcc_rows + warpcc_row;
#line 171
          unsigned s;
#line 172
          s = i;
#line 171
          for (unsigned warpcc_lane = 0u; warpcc_lane < 32u; warpcc_lane += 1u) {
#line 171
            unsigned warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 171
            s = s + warpcc_one_s;
#line 171
          }
#line 177
          y[i] = s;
#line 171
        }
#line 171
      }
#line 171
    }
#line 171
  }
#line 178
    } else {
#line 178
    #pragma clang diagnostic push
#line 178
    #pragma clang diagnostic ignored "-Weverything"
#line 170
  #pragma omp target teams distribute parallel for private(s, bits) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 171
  for (unsigned i = 0; i < n; i++) {
    s = i;
    for (unsigned j = 0; j < m; j++) {
      bits = a[i * m + j];
      s += bits ^ j;
    }
    y[i] = s;
  }
#line 178
    #pragma clang diagnostic pop
#line 178
    }
#line 178
  }
#line 179
}

/* The sum has no value of its own at the beginning of a row. */
static void open_sum(int n, int m, const double *restrict a, double *restrict y) {
  double s = 0;
  #pragma omp target teams distribute parallel for private(s) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    if (i >= 0) s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* An array of each thread. */
static void bins(int n, int m, const double *restrict a, double *restrict y) {
  double of_row[2];
  #pragma omp target teams distribute parallel for private(of_row) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    of_row[0] = of_row[1] = 0;
    for (int j = 0; j < m; j++) of_row[j % 2] += a[i * m + j];
    y[i] = of_row[0] - of_row[1];
  }
}

/* The last row's sum is wanted. */
static double last(int n, int m, const double *restrict a, double *restrict y) {
  double s = 0;
  #pragma omp target teams distribute parallel for lastprivate(s) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
  return s;
}

/* Teams that reduce, and have threads inside, would be slow: the threads of each reduce, and the teams update the number. */
static double reduced(int n, int m, const double *restrict a, double *restrict y) {
  double all = 0;
#line 218
  {
#line 218
    #pragma clang diagnostic push
#line 218
    #pragma clang diagnostic ignored "-Weverything"
#line 218
    int warpcc_holds = (__int128)m >= 32;
#line 218
    #pragma clang diagnostic pop
#line 218
    if (warpcc_holds) {
#line 218
  #pragma omp target teams distribute map(tofrom: all)  map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 219
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 219
    double warpcc_tile0[128][33];
#line 219
    double warpcc_kept_s[128];
#line 219
    double warpcc_all_all = 0.0;
#line 219
    #pragma omp parallel
#line 219
    {
#line 219
      #pragma omp for
#line 219
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 219
        if (warpcc_row < n - warpcc_rows) {
#line 220
          double s = 0;
#line 219
          warpcc_kept_s[warpcc_row] = s;
#line 219
        }
#line 219
      }
#line 219
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 219
        #pragma omp for
#line 219
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 219
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 219
          if (n - warpcc_rows >= 128) {
#line 219
            #pragma clang loop unroll(full)
#line 219
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 219
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 219
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 219
            }
#line 219
          } else {
#line 219
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 219
              int i = warpcc_rows + warpcc_row;
#line 219
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 219
            }
#line 219
          }
#line 219
        }
#line 219
        #pragma omp for
#line 219
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 219
          if (warpcc_row < n - warpcc_rows) {
#line 219
            double s = warpcc_kept_s[warpcc_row];
#line 219
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 221
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 219
            }
#line 219
            warpcc_kept_s[warpcc_row] = s;
#line 219
          }
#line 219
        }
#line 219
      }
#line 219
      #pragma omp for reduction(+: warpcc_all_all)
#line 219
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 219
        if (warpcc_row < n - warpcc_rows) {
#line 219
          int i = warpcc_rows + warpcc_row;
#line 219
          double all = warpcc_all_all;
#line 219
          double s = warpcc_kept_s[warpcc_row];
#line 219
          for (int j = m / 32 * 32; j < m; j++) {
#line 221
            s += a[i * m + j];
#line 219
          }
#line 222
          y[i] = s;
#line 223
          all += s;
#line 219
          warpcc_all_all = all;
#line 219
        }
#line 219
      }
#line 219
    }
#line 219
    #pragma omp atomic
#line 219
    all = all + warpcc_all_all;
#line 219
  }
#line 224
    } else {
#line 224
    #pragma clang diagnostic push
#line 224
    #pragma clang diagnostic ignored "-Weverything"
#line 218
  #pragma omp target teams distribute parallel for reduction(+: all) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
#line 219
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    all += s;
  }
#line 224
    #pragma clang diagnostic pop
#line 224
    }
#line 224
  }
#line 225
  return all;
}

/* `teams loop` with a clause about teams. */
static void looped(int n, int m, const double *restrict a, double *restrict y) {
#line 230
  {
#line 230
    #pragma clang diagnostic push
#line 230
    #pragma clang diagnostic ignored "-Weverything"
#line 230
    int warpcc_holds = (__int128)m >= 32;
#line 230
    #pragma clang diagnostic pop
#line 230
    if (warpcc_holds) {
#line 230
  #pragma omp target teams distribute num_teams(5) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 231
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 231
    double warpcc_tile0[128][33];
#line 231
    double warpcc_kept_s[128];
#line 231
    #pragma omp parallel
#line 231
    {
#line 231
      #pragma omp for
#line 231
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 231
        if (warpcc_row < n - warpcc_rows) {
#line 232
          double s = 0;
#line 231
          warpcc_kept_s[warpcc_row] = s;
#line 231
        }
#line 231
      }
#line 231
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 231
        #pragma omp for
#line 231
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 231
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 231
          if (n - warpcc_rows >= 128) {
#line 231
            #pragma clang loop unroll(full)
#line 231
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 231
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 231
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 231
            }
#line 231
          } else {
#line 231
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 231
              int i = warpcc_rows + warpcc_row;
#line 231
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 231
            }
#line 231
          }
#line 231
        }
#line 231
        #pragma omp for
#line 231
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 231
          if (warpcc_row < n - warpcc_rows) {
#line 231
            double s = warpcc_kept_s[warpcc_row];
#line 231
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 233
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 231
            }
#line 231
            warpcc_kept_s[warpcc_row] = s;
#line 231
          }
#line 231
        }
#line 231
      }
#line 231
      #pragma omp for
#line 231
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 231
        if (warpcc_row < n - warpcc_rows) {
#line 231
          int i = warpcc_rows + warpcc_row;
#line 231
          double s = warpcc_kept_s[warpcc_row];
#line 231
          for (int j = m / 32 * 32; j < m; j++) {
#line 233
            s += a[i * m + j];
#line 231
          }
#line 234
          y[i] = s;
#line 231
        }
#line 231
      }
#line 231
    }
#line 231
  }
#line 235
    } else {
#line 235
    #pragma clang diagnostic push
#line 235
    #pragma clang diagnostic ignored "-Weverything"
#line 230
  #pragma omp target teams loop num_teams(5) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 231
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 235
    #pragma clang diagnostic pop
#line 235
    }
#line 235
  }
#line 236
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *f = malloc(sizeof(float) * N * M), *g = malloc(sizeof(float) * N * 3);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  FILL(a, N * M); FILL(x, M); FILL(f, N * M); FILL(u, N * M); FILL(g, N * 3);
  number_of_teams(N, M, a, y); SHOW(y, N);
  threads(N, M, f, g); SHOW(g, N);
  threads(N, 33, f, g); SHOW(g, N);
  more_threads(N, M, u, v); SHOW(v, N);
  fewer_threads(N, M, f, g); SHOW(g, N);
  half_of_them(N, M, f, g); SHOW(g, N);
  so_many(N, M, f, g); SHOW(g, N);
  chosen(N, M, 0, a, y); SHOW(y, N);
  scheduled(N, M, a, y); SHOW(y, N);
  counted(N, M, 96, f, g); SHOW(g, N);
  computed(N, M, f, g); printf("%d\n", calls); SHOW(g, N);
  at_most(N, M, 64, f, g); SHOW(g, N);
  from_a_table(N, M, (const int[]){96}, f, g); SHOW(g, N);
  serial(N, M, a, y); SHOW(y, N);
  declared_before(N, M, a, x, y); SHOW(y, N);
  declared_before(5, 33, a, x, y); SHOW(y, N);
  twice(N, M, f, g); SHOW(g, N * 3);
  lanes(N, M, u, v); SHOW(v, N);
  open_sum(N, M, a, y); SHOW(y, N);
  bins(N, M, a, y); SHOW(y, N);
  printf("%.1f\n", last(N, M, a, y));
  printf("%.1f\n", reduced(N, M, a, y)); SHOW(y, N);
  looped(N, M, a, y); SHOW(y, N);
  return 0;
}
