/* The lanes of a warp share the loop along a row, where the order of its sums does not matter. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 83, M = 75 };

/* Options allow any order of floating values. */
static void product(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)m >= 64 && 2147483616 >= (__int128)m;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j) WC109
#line 10
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 10
    double warpcc_part_s[16][33];
#line 10
    #pragma omp parallel
#line 10
    {
#line 10
      #pragma omp for
#line 10
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 10
        if (n - warpcc_rows >= 16) {
#line 10
          double warpcc_kept_s[4];
#line 10
          #pragma clang loop unroll(full)
#line 10
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
            warpcc_kept_s[warpcc_pass] = 0.0;
#line 10
          }
#line 10
          for (int j = warpcc_item % 32; j < m; j += 32) {
#line 10
            #pragma clang loop unroll(full)
#line 10
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 10
              double s = warpcc_kept_s[warpcc_pass];
#line 13
              s += A[i * m + j] * x[j];
#line 10
              warpcc_kept_s[warpcc_pass] = s;
#line 10
            }
#line 10
          }
#line 10
          #pragma clang loop unroll(full)
#line 10
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 10
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 10
          }
#line 10
        } else {
#line 10
          for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 10
            int i = warpcc_rows + warpcc_row;
#line 10
            double s = 0.0;
#line 10
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 13
              s += A[i * m + j] * x[j];
#line 10
            }
#line 10
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 10
          }
#line 10
        }
#line 10
      }
#line 10
      #pragma omp for
#line 10
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 10
        if (warpcc_row < n - warpcc_rows) {
#line 10
          int i = warpcc_rows + warpcc_row;
#line 11
          double s = 0;
#line 10
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 10
            double warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 10
            s = s + warpcc_one_s;
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
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j) WC109
#line 10
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j]; //~ A: sectors=8..32->8..9 x: sectors=1->8
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

/* Several sums, one behind a condition; what a row begins with, and what stands behind its loop, runs once. */
static void several(const float (*restrict A)[M], float *restrict y, unsigned *restrict z) {
  #pragma omp target teams distribute map(to: A[0:N]) map(tofrom: y[0:N], z[0:N]) //~ plan=warps(j)
#line 21
  for (int warpcc_rows = 0; warpcc_rows <= N - 1; warpcc_rows += 16) {
#line 21
    float warpcc_part_sum[16][33];
#line 21
    float warpcc_part_product[16][33];
#line 21
    unsigned warpcc_part_mixed[16][33];
#line 21
    #pragma omp parallel
#line 21
    {
#line 21
      #pragma omp for
#line 21
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 21
        if (N - 1 - warpcc_rows + 1 >= 16) {
#line 21
          float warpcc_kept_sum[4];
#line 21
          float warpcc_kept_product[4];
#line 21
          unsigned warpcc_kept_mixed[4];
#line 21
          #pragma clang loop unroll(full)
#line 21
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 21
            warpcc_kept_sum[warpcc_pass] = 0.0f;
#line 21
            warpcc_kept_product[warpcc_pass] = 1.0f;
#line 21
            warpcc_kept_mixed[warpcc_pass] = 0u;
#line 21
          }
#line 21
          for (int j = 1 + warpcc_item % 32; j <= M - 1; j += 32) {
#line 21
            #pragma clang loop unroll(full)
#line 21
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 21
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 23
              const int odd = i % 2;
#line 21
              float sum = warpcc_kept_sum[warpcc_pass];
#line 21
              float product = warpcc_kept_product[warpcc_pass];
#line 21
              unsigned mixed = warpcc_kept_mixed[warpcc_pass];
#line 26
              const float own = A[i][j];
#line 27
              if (own > 2) sum -= own;
#line 28
      if (j < 4)
        product *= own + 1;
#line 30
              mixed ^= (unsigned)(j * 5 + odd);
#line 21
              warpcc_kept_sum[warpcc_pass] = sum;
#line 21
              warpcc_kept_product[warpcc_pass] = product;
#line 21
              warpcc_kept_mixed[warpcc_pass] = mixed;
#line 21
            }
#line 21
          }
#line 21
          #pragma clang loop unroll(full)
#line 21
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 21
            warpcc_part_sum[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_sum[warpcc_pass];
#line 21
            warpcc_part_product[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_product[warpcc_pass];
#line 21
            warpcc_part_mixed[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_mixed[warpcc_pass];
#line 21
          }
#line 21
        } else {
#line 21
          for (int warpcc_row = warpcc_item / 32; warpcc_row < N - 1 - warpcc_rows + 1; warpcc_row += 4) {
#line 21
            int i = warpcc_rows + warpcc_row;
#line 23
            const int odd = i % 2;
#line 21
            float sum = 0.0f;
#line 21
            float product = 1.0f;
#line 21
            unsigned mixed = 0u;
#line 21
            for (int j = 1 + warpcc_item % 32; j <= M - 1; j += 32) {
#line 26
              const float own = A[i][j];
#line 27
              if (own > 2) sum -= own;
#line 28
      if (j < 4)
        product *= own + 1;
#line 30
              mixed ^= (unsigned)(j * 5 + odd);
#line 21
            }
#line 21
            warpcc_part_sum[warpcc_row][warpcc_item % 32] = sum;
#line 21
            warpcc_part_product[warpcc_row][warpcc_item % 32] = product;
#line 21
            warpcc_part_mixed[warpcc_row][warpcc_item % 32] = mixed;
#line 21
          }
#line 21
        }
#line 21
      }
#line 21
      #pragma omp for
#line 21
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 21
        if (warpcc_row < N - 1 - warpcc_rows + 1) {
#line 21
          int i = warpcc_rows + warpcc_row;
#line 22
          float sum = y[i], product = 1;
#line 24
          unsigned mixed = z[i];
#line 21
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 21
            float warpcc_one_sum = warpcc_part_sum[warpcc_row][warpcc_lane];
#line 21
            sum = sum + warpcc_one_sum;
#line 21
            float warpcc_one_product = warpcc_part_product[warpcc_row][warpcc_lane];
#line 21
            product = product * warpcc_one_product;
#line 21
            unsigned warpcc_one_mixed = warpcc_part_mixed[warpcc_row][warpcc_lane];
#line 21
            mixed = mixed ^ warpcc_one_mixed;
#line 21
          }
#line 32
          y[i] = sum + product;
#line 33
          z[i] = mixed;
#line 21
        }
#line 21
      }
#line 21
    }
#line 21
  }
#line 35
}

/* Integers have no order that matters, but for overflow: bits, extremes, and sums that wrap. */
static void integers(int n, int m, const int *restrict A, const unsigned *restrict U, int *restrict y, unsigned *restrict z) {
#line 39
  {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 39
    int warpcc_holds = (__int128)m >= 64 && 2147483616 >= (__int128)m;
#line 39
    #pragma clang diagnostic pop
#line 39
    if (warpcc_holds) {
#line 39
  #pragma omp target teams distribute map(to: A[0:n*m], U[0:n*m]) map(from: y[0:n], z[0:n]) //~ plan=warps(j)
#line 40
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 40
    int warpcc_part_most[16][33];
#line 40
    int warpcc_part_least[16][33];
#line 40
    int warpcc_part_bits[16][33];
#line 40
    int warpcc_part_all[16][33];
#line 40
    unsigned warpcc_part_total[16][33];
#line 40
    #pragma omp parallel
#line 40
    {
#line 40
      #pragma omp for
#line 40
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 40
        if (n - warpcc_rows >= 16) {
#line 40
          int warpcc_kept_most[4];
#line 40
          int warpcc_kept_least[4];
#line 40
          int warpcc_kept_bits[4];
#line 40
          int warpcc_kept_all[4];
#line 40
          unsigned warpcc_kept_total[4];
#line 40
          #pragma clang loop unroll(full)
#line 40
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 40
            warpcc_kept_most[warpcc_pass] = -1000;
#line 40
            warpcc_kept_least[warpcc_pass] = 1000;
#line 40
            warpcc_kept_bits[warpcc_pass] = 0;
#line 40
            warpcc_kept_all[warpcc_pass] = 255;
#line 40
            warpcc_kept_total[warpcc_pass] = 0u;
#line 40
          }
#line 40
          for (int j = warpcc_item % 32; j < m; j += 32) {
#line 40
            #pragma clang loop unroll(full)
#line 40
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 40
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 40
              int most = warpcc_kept_most[warpcc_pass];
#line 40
              int least = warpcc_kept_least[warpcc_pass];
#line 40
              int bits = warpcc_kept_bits[warpcc_pass];
#line 40
              int all = warpcc_kept_all[warpcc_pass];
#line 40
              unsigned total = warpcc_kept_total[warpcc_pass];
#line 44
              if (A[i * m + j] > most) most = A[i * m + j];
#line 45
              least = A[i * m + j] < least ? A[i * m + j] : least;
#line 46
              bits |= A[i * m + j];
#line 47
              all &= A[i * m + j] | 16;
#line 48
              total += U[i * m + j] * 3;
#line 40
              warpcc_kept_most[warpcc_pass] = most;
#line 40
              warpcc_kept_least[warpcc_pass] = least;
#line 40
              warpcc_kept_bits[warpcc_pass] = bits;
#line 40
              warpcc_kept_all[warpcc_pass] = all;
#line 40
              warpcc_kept_total[warpcc_pass] = total;
#line 40
            }
#line 40
          }
#line 40
          #pragma clang loop unroll(full)
#line 40
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 40
            warpcc_part_most[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_most[warpcc_pass];
#line 40
            warpcc_part_least[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_least[warpcc_pass];
#line 40
            warpcc_part_bits[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_bits[warpcc_pass];
#line 40
            warpcc_part_all[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_all[warpcc_pass];
#line 40
            warpcc_part_total[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_total[warpcc_pass];
#line 40
          }
#line 40
        } else {
#line 40
          for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 40
            int i = warpcc_rows + warpcc_row;
#line 40
            int most = -1000;
#line 40
            int least = 1000;
#line 40
            int bits = 0;
#line 40
            int all = 255;
#line 40
            unsigned total = 0u;
#line 40
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 44
              if (A[i * m + j] > most) most = A[i * m + j];
#line 45
              least = A[i * m + j] < least ? A[i * m + j] : least;
#line 46
              bits |= A[i * m + j];
#line 47
              all &= A[i * m + j] | 16;
#line 48
              total += U[i * m + j] * 3;
#line 40
            }
#line 40
            warpcc_part_most[warpcc_row][warpcc_item % 32] = most;
#line 40
            warpcc_part_least[warpcc_row][warpcc_item % 32] = least;
#line 40
            warpcc_part_bits[warpcc_row][warpcc_item % 32] = bits;
#line 40
            warpcc_part_all[warpcc_row][warpcc_item % 32] = all;
#line 40
            warpcc_part_total[warpcc_row][warpcc_item % 32] = total;
#line 40
          }
#line 40
        }
#line 40
      }
#line 40
      #pragma omp for
#line 40
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 40
        if (warpcc_row < n - warpcc_rows) {
#line 40
          int i = warpcc_rows + warpcc_row;
#line 41
          int most = -1000, least = 1000, bits = 0, all = 255;
#line 42
          unsigned total = 0;
#line 40
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 40
            int warpcc_one_most = warpcc_part_most[warpcc_row][warpcc_lane];
#line 40
            if (warpcc_one_most > most) {
#line 40
              most = warpcc_one_most;
#line 40
            }
#line 40
            int warpcc_one_least = warpcc_part_least[warpcc_row][warpcc_lane];
#line 40
            if (warpcc_one_least < least) {
#line 40
              least = warpcc_one_least;
#line 40
            }
#line 40
            int warpcc_one_bits = warpcc_part_bits[warpcc_row][warpcc_lane];
#line 40
            bits = bits | warpcc_one_bits;
#line 40
            int warpcc_one_all = warpcc_part_all[warpcc_row][warpcc_lane];
#line 40
            all = all & warpcc_one_all;
#line 40
            unsigned warpcc_one_total = warpcc_part_total[warpcc_row][warpcc_lane];
#line 40
            total = total + warpcc_one_total;
#line 40
          }
#line 50
          y[i] = most - least + bits + all;
#line 51
          z[i] = total;
#line 40
        }
#line 40
      }
#line 40
    }
#line 40
  }
#line 52
    } else {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 39
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], U[0:n*m]) map(from: y[0:n], z[0:n]) //~ plan=warps(j)
#line 40
  for (int i = 0; i < n; i++) {
    int most = -1000, least = 1000, bits = 0, all = 255;
    unsigned total = 0;
    for (int j = 0; j < m; j++) {
      if (A[i * m + j] > most) most = A[i * m + j];
      least = A[i * m + j] < least ? A[i * m + j] : least;
      bits |= A[i * m + j];
      all &= A[i * m + j] | 16;
      total += U[i * m + j] * 3;
    }
    y[i] = most - least + bits + all;
    z[i] = total;
  }
#line 52
    #pragma clang diagnostic pop
#line 52
    }
#line 52
  }
#line 53
}

/* Counters of 64 bits reach no end of their type. */
static void wide(long n, long m, const double *restrict A, double *restrict y) {
#line 57
  {
#line 57
    #pragma clang diagnostic push
#line 57
    #pragma clang diagnostic ignored "-Weverything"
#line 57
    int warpcc_holds = (__int128)m >= 64;
#line 57
    #pragma clang diagnostic pop
#line 57
    if (warpcc_holds) {
#line 57
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 58
  for (long warpcc_rows = 0l; warpcc_rows < n; warpcc_rows += 16l) {
#line 58
    double warpcc_part_s[16][33];
#line 58
    #pragma omp parallel
#line 58
    {
#line 58
      #pragma omp for
#line 58
      for (long warpcc_item = 0l; warpcc_item < 128l; warpcc_item += 1l) {
#line 58
        if (n - warpcc_rows >= 16) {
#line 58
          double warpcc_kept_s[4];
#line 58
          #pragma clang loop unroll(full)
#line 58
          for (long warpcc_pass = 0l; warpcc_pass < 4l; warpcc_pass += 1l) {
#line 58
            warpcc_kept_s[warpcc_pass] = 0.0;
#line 58
          }
#line 58
          for (long j = warpcc_item % 32; j < m; j += 32l) {
#line 58
            #pragma clang loop unroll(full)
#line 58
            for (long warpcc_pass = 0l; warpcc_pass < 4l; warpcc_pass += 1l) {
#line 58
              long i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 58
              double s = warpcc_kept_s[warpcc_pass];
#line 60
              s += A[i * m + j] / 2;
#line 58
              warpcc_kept_s[warpcc_pass] = s;
#line 58
            }
#line 58
          }
#line 58
          #pragma clang loop unroll(full)
#line 58
          for (long warpcc_pass = 0l; warpcc_pass < 4l; warpcc_pass += 1l) {
#line 58
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 58
          }
#line 58
        } else {
#line 58
          for (long warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4l) {
#line 58
            long i = warpcc_rows + warpcc_row;
#line 58
            double s = 0.0;
#line 58
            for (long j = warpcc_item % 32; j < m; j += 32l) {
#line 60
              s += A[i * m + j] / 2;
#line 58
            }
#line 58
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 58
          }
#line 58
        }
#line 58
      }
#line 58
      #pragma omp for
#line 58
      for (long warpcc_row = 0l; warpcc_row < 16l; warpcc_row += 1l) {
#line 58
        if (warpcc_row < n - warpcc_rows) {
#line 58
          long i = warpcc_rows + warpcc_row;
#line 59
          double s = 0;
#line 58
          for (long warpcc_lane = 0l; warpcc_lane < 32l; warpcc_lane += 1l) {
#line 58
            double warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 58
            s = s + warpcc_one_s;
#line 58
          }
#line 61
          y[i] = s;
#line 58
        }
#line 58
      }
#line 58
    }
#line 58
  }
#line 62
    } else {
#line 62
    #pragma clang diagnostic push
#line 62
    #pragma clang diagnostic ignored "-Weverything"
#line 57
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
#line 58
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < m; j++) s += A[i * m + j] / 2;
    y[i] = s;
  }
#line 62
    #pragma clang diagnostic pop
#line 62
    }
#line 62
  }
#line 63
}

/* What stands behind the loop runs once for a row, an atomic update too. */
static void counted(int n, int m, const double *restrict A, double *restrict y, int *restrict count) {
#line 67
  {
#line 67
    #pragma clang diagnostic push
#line 67
    #pragma clang diagnostic ignored "-Weverything"
#line 67
    int warpcc_holds = (__int128)m >= 64 && 2147483616 >= (__int128)m;
#line 67
    #pragma clang diagnostic pop
#line 67
    if (warpcc_holds) {
#line 67
  #pragma omp target teams distribute map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:1]) //~ plan=warps(j) WC109
#line 68
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 68
    double warpcc_part_s[16][33];
#line 68
    #pragma omp parallel
#line 68
    {
#line 68
      #pragma omp for
#line 68
      for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 68
        if (n - warpcc_rows >= 16) {
#line 68
          double warpcc_kept_s[4];
#line 68
          #pragma clang loop unroll(full)
#line 68
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 68
            warpcc_kept_s[warpcc_pass] = 0.0;
#line 68
          }
#line 68
          for (int j = warpcc_item % 32; j < m; j += 32) {
#line 68
            #pragma clang loop unroll(full)
#line 68
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 68
              int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 68
              double s = warpcc_kept_s[warpcc_pass];
#line 70
              s += A[i * m + j];
#line 68
              warpcc_kept_s[warpcc_pass] = s;
#line 68
            }
#line 68
          }
#line 68
          #pragma clang loop unroll(full)
#line 68
          for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 68
            warpcc_part_s[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_s[warpcc_pass];
#line 68
          }
#line 68
        } else {
#line 68
          for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 68
            int i = warpcc_rows + warpcc_row;
#line 68
            double s = 0.0;
#line 68
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 70
              s += A[i * m + j];
#line 68
            }
#line 68
            warpcc_part_s[warpcc_row][warpcc_item % 32] = s;
#line 68
          }
#line 68
        }
#line 68
      }
#line 68
      #pragma omp for
#line 68
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 68
        if (warpcc_row < n - warpcc_rows) {
#line 68
          int i = warpcc_rows + warpcc_row;
#line 69
          double s = 0;
#line 68
          for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 68
            double warpcc_one_s = warpcc_part_s[warpcc_row][warpcc_lane];
#line 68
            s = s + warpcc_one_s;
#line 68
          }
#line 71
          y[i] = s;
#line 72
    if (i % 3 == 0) {
      #pragma omp atomic update
      count[0] += i + 1;
    }
#line 68
        }
#line 68
      }
#line 68
    }
#line 68
  }
#line 76
    } else {
#line 76
    #pragma clang diagnostic push
#line 76
    #pragma clang diagnostic ignored "-Weverything"
#line 67
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:1]) //~ plan=warps(j) WC109
#line 68
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
    if (i % 3 == 0) {
      #pragma omp atomic update
      count[0] += i + 1;
    }
  }
#line 76
    #pragma clang diagnostic pop
#line 76
    }
#line 76
  }
#line 77
}

int main(void) {
  double *A = malloc(sizeof(double) * 2 * N * M), x[M], y[N];
  float(*F)[M] = malloc(sizeof(float) * N * M), f[N];
  int *I = malloc(sizeof(int) * N * M), k[N];
  unsigned *U = malloc(sizeof(unsigned) * N * M), z[N];
  FILL(A, 2 * N * M);
  FILL(x, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(I, N * M);
  FILL(U, N * M);
  FILL(z, N);
  product(N, M, A, x, y);
  SHOW(y, N);
  product(16, 31, A, x, y);
  SHOW(y, N);
  product(17, 0, A, x, y);
  SHOW(y, 17);
  int count = 0;
  counted(N, M, A, y, &count);
  SHOW(y, N);
  counted(16, 31, A, y, &count);
  printf("%d\n", count);
  several(F, f, z);
  SHOW(f, N);
  SHOW(z, N);
  integers(N, M, I, U, k, z);
  SHOW(k, N);
  SHOW(z, N);
  wide(N, M, A, y);
  SHOW(y, N);
  return 0;
}
