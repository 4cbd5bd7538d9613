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

/* Threads that do not enter the region miss its barriers: 64 of 128, 128 of 256, and who knows how many. */
static void fewer_threads(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(64) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void half_of_them(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for thread_limit(256) num_threads(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void so_many(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(2 * m) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
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

/* The number of threads is that of a variable which the device need not have. */
static void counted(int n, int m, int many, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(many) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
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
#line 109
  {
#line 109
    #pragma clang diagnostic push
#line 109
    #pragma clang diagnostic ignored "-Weverything"
#line 109
    int warpcc_holds = (__int128)m >= 32;
#line 109
    #pragma clang diagnostic pop
#line 109
    if (warpcc_holds) {
#line 109
  #pragma omp target teams distribute private(i) private(s, j, product, mean) firstprivate(m) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 110
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 110
    double warpcc_tile0[128][33];
#line 110
    double warpcc_kept_s[128];
#line 110
    #pragma omp parallel
#line 110
    {
#line 110
      #pragma omp for
#line 110
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 110
        if (warpcc_row < n - warpcc_rows) {
#line 110
          double s;
#line 111
          s = 0;
#line 110
          warpcc_kept_s[warpcc_row] = s;
#line 110
        }
#line 110
      }
#line 110
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 110
        #pragma omp for
#line 110
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 110
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 110
          if (n - warpcc_rows >= 128) {
#line 110
            #pragma clang loop unroll(full)
#line 110
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 110
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 110
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 110
            }
#line 110
          } else {
#line 110
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 110
              int i = warpcc_rows + warpcc_row;
#line 110
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 110
            }
#line 110
          }
#line 110
        }
#line 110
        #pragma omp for
#line 110
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 110
          if (warpcc_row < n - warpcc_rows) {
#line 110
            double product;
#line 110
            double s = warpcc_kept_s[warpcc_row];
#line 110
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 113
              product = warpcc_tile0[warpcc_row][j - warpcc_columns * 32] * x[j];
#line 114
              s = s * 0.5 + product;
#line 110
            }
#line 110
            warpcc_kept_s[warpcc_row] = s;
#line 110
          }
#line 110
        }
#line 110
      }
#line 110
      #pragma omp for
#line 110
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 110
        if (warpcc_row < n - warpcc_rows) {
#line 110
          int i = warpcc_rows + warpcc_row;
#line 110
          double mean;
#line 110
          double product;
#line 110
          double s = warpcc_kept_s[warpcc_row];
#line 110
          for (int j = m / 32 * 32; j < m; j++) {
#line 113
            product = a[i * m + j] * x[j];
#line 114
            s = s * 0.5 + product;
#line 110
          }
#line 116
          mean = s / 4;
#line 117
          y[i] = mean + i;
#line 110
        }
#line 110
      }
#line 110
    }
#line 110
  }
#line 118
    } else {
#line 118
    #pragma clang diagnostic push
#line 118
    #pragma clang diagnostic ignored "-Weverything"
#line 109
  #pragma omp target teams distribute parallel for private(s, j, product, mean) firstprivate(m) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
#line 110
  for (i = 0; i < n; i++) {
    s = 0;
    for (j = 0; j < m; j++) {
      product = a[i * m + j] * x[j];
      s = s * 0.5 + product;
    }
    mean = s / 4;
    y[i] = mean + i;
  }
#line 118
    #pragma clang diagnostic pop
#line 118
    }
#line 118
  }
#line 119
}

/* Two loops along a row, and a loop of few iterations behind them whose counter is a thread's, too. */
static void twice(int n, int m, const float *restrict a, float *restrict y) {
  float most, sum;
  int k;
#line 125
  {
#line 125
    #pragma clang diagnostic push
#line 125
    #pragma clang diagnostic ignored "-Weverything"
#line 125
    int warpcc_holds = (__int128)m >= 32;
#line 125
    #pragma clang diagnostic pop
#line 125
    if (warpcc_holds) {
#line 125
  #pragma omp target teams distribute private(most, sum, k) map(to: a[0:n*m]) map(from: y[0:n*3]) //~ plan=rows(a)
#line 126
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 126
    float warpcc_tile0[128][33];
#line 126
    float warpcc_kept_most[128];
#line 126
    float warpcc_kept_sum[128];
#line 126
    #pragma omp parallel
#line 126
    {
#line 126
      #pragma omp for
#line 126
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 126
        if (warpcc_row < n - warpcc_rows) {
#line 126
          int i = warpcc_rows + warpcc_row;
#line 126
          float sum;
#line 126
          float most;
#line 127
          most = a[i * m];
#line 128
          sum = 0;
#line 126
          warpcc_kept_most[warpcc_row] = most;
#line 126
          warpcc_kept_sum[warpcc_row] = sum;
#line 126
        }
#line 126
      }
#line 126
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 126
        #pragma omp for
#line 126
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 126
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 126
          if (n - warpcc_rows >= 128) {
#line 126
            #pragma clang loop unroll(full)
#line 126
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 126
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 126
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 126
            }
#line 126
          } else {
#line 126
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 126
              int i = warpcc_rows + warpcc_row;
#line 126
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 126
            }
#line 126
          }
#line 126
        }
#line 126
        #pragma omp for
#line 126
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 126
          if (warpcc_row < n - warpcc_rows) {
#line 126
            float most = warpcc_kept_most[warpcc_row];
#line 126
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 130
              most = warpcc_tile0[warpcc_row][j - warpcc_columns * 32] > most ? warpcc_tile0[warpcc_row][j - warpcc_columns * 32] : most;
#line 126
            }
#line 126
            warpcc_kept_most[warpcc_row] = most;
#line 126
          }
#line 126
        }
#line 126
      }
#line 126
      #pragma omp for
#line 126
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 126
        if (warpcc_row < n - warpcc_rows) {
#line 126
          int i = warpcc_rows + warpcc_row;
#line 126
          float most = warpcc_kept_most[warpcc_row];
#line 126
          for (int j = m / 32 * 32; j < m; j++) {
#line 130
            most = a[i * m + j] > most ? a[i * m + j] : most;
#line 126
          }
#line 126
          warpcc_kept_most[warpcc_row] = most;
#line 126
        }
#line 126
      }
#line 126
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 126
        #pragma omp for
#line 126
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 126
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 126
          if (n - warpcc_rows >= 128) {
#line 126
            #pragma clang loop unroll(full)
#line 126
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 126
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 126
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 126
            }
#line 126
          } else {
#line 126
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 126
              int i = warpcc_rows + warpcc_row;
#line 126
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 126
            }
#line 126
          }
#line 126
        }
#line 126
        #pragma omp for
#line 126
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 126
          if (warpcc_row < n - warpcc_rows) {
#line 126
            float most = warpcc_kept_most[warpcc_row];
#line 126
            float sum = warpcc_kept_sum[warpcc_row];
#line 126
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 131
              sum += most - warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 126
            }
#line 126
            warpcc_kept_sum[warpcc_row] = sum;
#line 126
          }
#line 126
        }
#line 126
      }
#line 126
      #pragma omp for
#line 126
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 126
        if (warpcc_row < n - warpcc_rows) {
#line 126
          int i = warpcc_rows + warpcc_row;
#line 126
          int k;
#line 126
          float most = warpcc_kept_most[warpcc_row];
#line 126
          float sum = warpcc_kept_sum[warpcc_row];
#line 126
          for (int j = m / 32 * 32; j < m; j++) {
#line 131
            sum += most - a[i * m + j];
#line 126
          }
#line 132
          for (k = 0; k < 3; k++) y[i * 3 + k] = sum + k;
#line 126
        }
#line 126
      }
#line 126
    }
#line 126
  }
#line 133
    } else {
#line 133
    #pragma clang diagnostic push
#line 133
    #pragma clang diagnostic ignored "-Weverything"
#line 125
  #pragma omp target teams distribute parallel for private(most, sum, k) map(to: a[0:n*m]) map(from: y[0:n*3]) //~ plan=rows(a)
#line 126
  for (int i = 0; i < n; i++) {
    most = a[i * m];
    sum = 0;
    for (int j = 0; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    for (int j = 0; j < m; j++) sum += most - a[i * m + j];
    for (k = 0; k < 3; k++) y[i * 3 + k] = sum + k;
  }
#line 133
    #pragma clang diagnostic pop
#line 133
    }
#line 133
  }
#line 134
}

/* Lanes of a warp have sums of their own, whoever declares the variable. */
static void lanes(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
  unsigned s, bits;
#line 139
  {
#line 139
    #pragma clang diagnostic push
#line 139
    #pragma clang diagnostic ignored "-Weverything"
#line 139
    int warpcc_holds = (__int128)m >= 64 && 4294967264 >= (__int128)m;
#line 139
    #pragma clang diagnostic pop
#line 139
    if (warpcc_holds) {
#line 139
  #pragma omp target teams distribute private(s, bits) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 140
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 16u) {
#line 140
    unsigned warpcc_part_s[16][33];
#line 140
    #pragma omp parallel
#line 140
    {
#line 140
      #pragma omp for
#line 140
      for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 140
        if (n - warpcc_rows >= 16) {
#line 140
          unsigned warpcc_kept_s[4];
#line 140
          #pragma clang loop unroll(full)
#line 140
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 140
            warpcc_kept_s[warpcc_pass] = 0u;
#line 140
          }
#line 140
          for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 140
            #pragma clang loop unroll(full)
#line 140
            for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 140
              unsigned i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 140
              unsigned bits;
#line 140
              unsigned s = warpcc_kept_s[warpcc_pass];
#line 143
              bits = a[i * m + j];
#line 144
              s += bits ^ j;
#line 140
              warpcc_kept_s[warpcc_pass] = s;
#line 140
            }
#line 140
          }
#line 140
          #pragma clang loop unroll(full)
#line 140
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 140
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 140
          }
#line 140
        } else {
#line 140
          for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 140
            unsigned i = warpcc_rows + warpcc_row;
#line 140
            unsigned bits;
#line 140
            unsigned s = 0u;
#line 140
            for (unsigned j = warpcc_item % 32; j < m; j += 32u) {
#line 143
              bits = a[i * m + j];
#line 144
              s += bits ^ j;
#line 140
            }
#line 140
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 140
          }
#line 140
        }
#line 140
      }
#line 140
      #pragma omp for
#line 140
      for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 140
        if (warpcc_row < n - warpcc_rows) {
#line 140
          unsigned i = warpcc_rows + warpcc_row;
#line 140
          unsigned s;
#line 141
          s = i;
#line 140
          for (unsigned warpcc_lane = 0u; warpcc_lane < 32u; warpcc_lane += 1u) {
#line 140
            unsigned warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 140
            s = s + warpcc_one_s;
#line 140
          }
#line 146
          y[i] = s;
#line 140
        }
#line 140
      }
#line 140
    }
#line 140
  }
#line 147
    } else {
#line 147
    #pragma clang diagnostic push
#line 147
    #pragma clang diagnostic ignored "-Weverything"
#line 139
  #pragma omp target teams distribute parallel for private(s, bits) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 140
  for (unsigned i = 0; i < n; i++) {
    s = i;
    for (unsigned j = 0; j < m; j++) {
      bits = a[i * m + j];
      s += bits ^ j;
    }
    y[i] = s;
  }
#line 147
    #pragma clang diagnostic pop
#line 147
    }
#line 147
  }
#line 148
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

/* Teams that reduce, and have threads inside, would be slow: that is no matter of text. */
static double reduced(int n, int m, const double *restrict a, double *restrict y) {
  double all = 0;
  #pragma omp target teams distribute parallel for reduction(+: all) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC210 !WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    all += s;
  }
  return all;
}

/* `teams loop` with a clause about teams. */
static void looped(int n, int m, const double *restrict a, double *restrict y) {
#line 199
  {
#line 199
    #pragma clang diagnostic push
#line 199
    #pragma clang diagnostic ignored "-Weverything"
#line 199
    int warpcc_holds = (__int128)m >= 32;
#line 199
    #pragma clang diagnostic pop
#line 199
    if (warpcc_holds) {
#line 199
  #pragma omp target teams distribute num_teams(5) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 200
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 128) {
#line 200
    double warpcc_tile0[128][33];
#line 200
    double warpcc_kept_s[128];
#line 200
    #pragma omp parallel
#line 200
    {
#line 200
      #pragma omp for
#line 200
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 200
        if (warpcc_row < n - warpcc_rows) {
#line 201
          double s = 0;
#line 200
          warpcc_kept_s[warpcc_row] = s;
#line 200
        }
#line 200
      }
#line 200
      for (int warpcc_columns = 0; warpcc_columns < m / 32; warpcc_columns++) {
#line 200
        #pragma omp for
#line 200
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 200
          int j = warpcc_columns * 32 + warpcc_item % 32;
#line 200
          if (n - warpcc_rows >= 128) {
#line 200
            #pragma clang loop unroll(full)
#line 200
            for (int warpcc_pass = 0; warpcc_pass < 128; warpcc_pass += 4) {
#line 200
              int i = warpcc_rows + (warpcc_pass + warpcc_item / 32);
#line 200
              warpcc_tile0[warpcc_pass + warpcc_item / 32][warpcc_item % 32] = a[i * m + j];
#line 200
            }
#line 200
          } else {
#line 200
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 200
              int i = warpcc_rows + warpcc_row;
#line 200
              warpcc_tile0[warpcc_row][warpcc_item % 32] = a[i * m + j];
#line 200
            }
#line 200
          }
#line 200
        }
#line 200
        #pragma omp for
#line 200
        for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 200
          if (warpcc_row < n - warpcc_rows) {
#line 200
            double s = warpcc_kept_s[warpcc_row];
#line 200
            for (int j = warpcc_columns * 32; j < warpcc_columns * 32 + 32; j++) {
#line 202
              s += warpcc_tile0[warpcc_row][j - warpcc_columns * 32];
#line 200
            }
#line 200
            warpcc_kept_s[warpcc_row] = s;
#line 200
          }
#line 200
        }
#line 200
      }
#line 200
      #pragma omp for
#line 200
      for (int warpcc_row = 0; warpcc_row < 128; warpcc_row++) {
#line 200
        if (warpcc_row < n - warpcc_rows) {
#line 200
          int i = warpcc_rows + warpcc_row;
#line 200
          double s = warpcc_kept_s[warpcc_row];
#line 200
          for (int j = m / 32 * 32; j < m; j++) {
#line 202
            s += a[i * m + j];
#line 200
          }
#line 203
          y[i] = s;
#line 200
        }
#line 200
      }
#line 200
    }
#line 200
  }
#line 204
    } else {
#line 204
    #pragma clang diagnostic push
#line 204
    #pragma clang diagnostic ignored "-Weverything"
#line 199
  #pragma omp target teams loop num_teams(5) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
#line 200
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
#line 204
    #pragma clang diagnostic pop
#line 204
    }
#line 204
  }
#line 205
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
