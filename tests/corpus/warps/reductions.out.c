/* What the directive reduces beside rows that warps share: each row keeps what it accumulates, and one thread of the team adds that. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { B = 2, N = 150, M = 100 };

static double norm(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  double total = 5;
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
  #pragma omp target teams distribute map(tofrom: total)  map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j)
#line 10
  for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 10
    double warpcc_part_s[16][33];
#line 10
    double warpcc_each_total[16];
#line 10
    double warpcc_all_total = 0.0;
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
              s += a[i * m + j] * x[j];
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
              s += a[i * m + j] * x[j];
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
#line 10
          double total = 0.0;
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
#line 15
          total += s * s;
#line 10
          warpcc_each_total[warpcc_row] = total;
#line 10
        }
#line 10
      }
#line 10
    }
#line 10
    for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 10
      if (warpcc_row < n - warpcc_rows) {
#line 10
        double warpcc_some_total = warpcc_each_total[warpcc_row];
#line 10
        warpcc_all_total = warpcc_all_total + warpcc_some_total;
#line 10
      }
#line 10
    }
#line 10
    #pragma omp atomic
#line 10
    total = total + warpcc_all_total;
#line 10
  }
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j)
#line 10
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
    total += s * s;
  }
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
  return total;
}

/* Two numbers, one of them the greatest of integers; nothing else is stored. */
static int checks(unsigned n, unsigned m, const unsigned *restrict a, unsigned *bits) {
  int most = -5;
  unsigned all = 9;
#line 24
  {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 24
    int warpcc_holds = (__int128)m >= 64 && 4294967264 >= (__int128)m;
#line 24
    #pragma clang diagnostic pop
#line 24
    if (warpcc_holds) {
#line 24
  #pragma omp target teams distribute map(tofrom: most) map(tofrom: all)   map(to: a[0:n*m]) //~ plan=warps(k)
#line 25
  for (unsigned warpcc_rows = 0u; warpcc_rows < n; warpcc_rows += 16u) {
#line 25
    unsigned warpcc_part_h[16][33];
#line 25
    int warpcc_each_most[16];
#line 25
    unsigned warpcc_each_all[16];
#line 25
    int warpcc_all_most = -2147483647 - 1;
#line 25
    unsigned warpcc_all_all = 0u;
#line 25
    #pragma omp parallel
#line 25
    {
#line 25
      #pragma omp for
#line 25
      for (unsigned warpcc_item = 0u; warpcc_item < 128u; warpcc_item += 1u) {
#line 25
        if (n - warpcc_rows >= 16) {
#line 25
          unsigned warpcc_kept_h[4];
#line 25
          #pragma clang loop unroll(full)
#line 25
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
            warpcc_kept_h[warpcc_pass] = 0u;
#line 25
          }
#line 25
          for (unsigned k = warpcc_item % 32; k < m; k += 32u) {
#line 25
            #pragma clang loop unroll(full)
#line 25
            for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
              unsigned i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 25
              unsigned h = warpcc_kept_h[warpcc_pass];
#line 27
              h += a[i * m + k] * k;
#line 25
              warpcc_kept_h[warpcc_pass] = h;
#line 25
            }
#line 25
          }
#line 25
          #pragma clang loop unroll(full)
#line 25
          for (unsigned warpcc_pass = 0u; warpcc_pass < 4u; warpcc_pass += 1u) {
#line 25
            warpcc_part_h[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_h[warpcc_pass];
#line 25
          }
#line 25
        } else {
#line 25
          for (unsigned warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4u) {
#line 25
            unsigned i = warpcc_rows + warpcc_row;
#line 25
            unsigned h = 0u;
#line 25
            for (unsigned k = warpcc_item % 32; k < m; k += 32u) {
#line 27
              h += a[i * m + k] * k;
#line 25
            }
#line 25
            warpcc_part_h[warpcc_row][warpcc_item % 32] = h;
#line 25
          }
#line 25
        }
#line 25
      }
#line 25
      #pragma omp for
#line 25
      for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 25
        if (warpcc_row < n - warpcc_rows) {
#line 25
          unsigned i = warpcc_rows + warpcc_row;
#line 25
          int most = -2147483647 - 1;
#line 25
          unsigned all = 0u;
#line 26
          unsigned h = i;
#line 25
          for (unsigned warpcc_lane = 0u; warpcc_lane < 32u; warpcc_lane += 1u) {
#line 25
            unsigned warpcc_one_h = warpcc_part_h[warpcc_row][warpcc_lane];
#line 25
            h = h + warpcc_one_h;
#line 25
          }
#line 28
          all ^= h;
#line 29
          if ((int)(h % 1000) > most) most = (int)(h % 1000);
#line 25
          warpcc_each_most[warpcc_row] = most;
#line 25
          warpcc_each_all[warpcc_row] = all;
#line 25
        }
#line 25
      }
#line 25
    }
#line 25
    for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 25
      if (warpcc_row < n - warpcc_rows) {
#line 25
        int warpcc_some_most = warpcc_each_most[warpcc_row];
#line 25
        if (warpcc_some_most > warpcc_all_most) {
#line 25
          warpcc_all_most = warpcc_some_most;
#line 25
        }
#line 25
      }
#line 25
    }
#line 25
    for (unsigned warpcc_row = 0u; warpcc_row < 16u; warpcc_row += 1u) {
#line 25
      if (warpcc_row < n - warpcc_rows) {
#line 25
        unsigned warpcc_some_all = warpcc_each_all[warpcc_row];
#line 25
        warpcc_all_all = warpcc_all_all ^ warpcc_some_all;
#line 25
      }
#line 25
    }
#line 25
    #pragma omp atomic compare
#line 25
    if (warpcc_all_most > most) {
#line 25
      most = warpcc_all_most;
#line 25
    }
#line 25
    #pragma omp atomic
#line 25
    all = all ^ warpcc_all_all;
#line 25
  }
#line 30
    } else {
#line 30
    #pragma clang diagnostic push
#line 30
    #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for reduction(max: most) reduction(^: all) map(to: a[0:n*m]) //~ plan=warps(k)
#line 25
  for (unsigned i = 0; i < n; i++) {
    unsigned h = i;
    for (unsigned k = 0; k < m; k++) h += a[i * m + k] * k;
    all ^= h;
    if ((int)(h % 1000) > most) most = (int)(h % 1000);
  }
#line 30
    #pragma clang diagnostic pop
#line 30
    }
#line 30
  }
#line 31
  *bits = all;
  return most;
}

/* In a batch. */
static float residual(int b, int n, int m, const float *restrict a, const float *restrict rhs) {
  float sum = 0;
#line 38
  {
#line 38
    #pragma clang diagnostic push
#line 38
    #pragma clang diagnostic ignored "-Weverything"
#line 38
    int warpcc_holds = (__int128)m >= 64 && 2147483616 >= (__int128)m && (__int128)n >= 16;
#line 38
    #pragma clang diagnostic pop
#line 38
    if (warpcc_holds) {
#line 38
  #pragma omp target teams distribute map(tofrom: sum) collapse(2)  map(to: a[0:b*n*m], rhs[0:b*n]) //~ plan=combine+warps(j)
#line 39
  for (int k = 0; k < b; k++) {
#line 39
    for (int warpcc_rows = 0; warpcc_rows < n; warpcc_rows += 16) {
#line 39
      float warpcc_part_r[16][33];
#line 39
      float warpcc_each_sum[16];
#line 39
      float warpcc_all_sum = 0.0f;
#line 39
      #pragma omp parallel
#line 39
      {
#line 39
        #pragma omp for
#line 39
        for (int warpcc_item = 0; warpcc_item < 128; warpcc_item++) {
#line 39
          if (n - warpcc_rows >= 16) {
#line 39
            float warpcc_kept_r[4];
#line 39
            #pragma clang loop unroll(full)
#line 39
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 39
              warpcc_kept_r[warpcc_pass] = 0.0f;
#line 39
            }
#line 39
            for (int j = warpcc_item % 32; j < m; j += 32) {
#line 39
              #pragma clang loop unroll(full)
#line 39
              for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 39
                int i = warpcc_rows + (warpcc_item / 32 * 4 + warpcc_pass);
#line 39
                float r = warpcc_kept_r[warpcc_pass];
#line 42
                r -= a[(k * n + i) * m + j];
#line 39
                warpcc_kept_r[warpcc_pass] = r;
#line 39
              }
#line 39
            }
#line 39
            #pragma clang loop unroll(full)
#line 39
            for (int warpcc_pass = 0; warpcc_pass < 4; warpcc_pass++) {
#line 39
              warpcc_part_r[warpcc_item / 32 * 4 + warpcc_pass][warpcc_item % 32] = warpcc_kept_r[warpcc_pass];
#line 39
            }
#line 39
          } else {
#line 39
            for (int warpcc_row = warpcc_item / 32; warpcc_row < n - warpcc_rows; warpcc_row += 4) {
#line 39
              int i = warpcc_rows + warpcc_row;
#line 39
              float r = 0.0f;
#line 39
              for (int j = warpcc_item % 32; j < m; j += 32) {
#line 42
                r -= a[(k * n + i) * m + j];
#line 39
              }
#line 39
              warpcc_part_r[warpcc_row][warpcc_item % 32] = r;
#line 39
            }
#line 39
          }
#line 39
        }
#line 39
        #pragma omp for
#line 39
        for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 39
          if (warpcc_row < n - warpcc_rows) {
#line 39
            int i = warpcc_rows + warpcc_row;
#line 39
            float sum = 0.0f;
#line 41
            float r = rhs[k * n + i];
#line 39
            for (int warpcc_lane = 0; warpcc_lane < 32; warpcc_lane++) {
#line 39
              float warpcc_one_r = warpcc_part_r[warpcc_row][warpcc_lane];
#line 39
              r = r + warpcc_one_r;
#line 39
            }
#line 43
            sum += r < 0 ? -r : r;
#line 39
            warpcc_each_sum[warpcc_row] = sum;
#line 39
          }
#line 39
        }
#line 39
      }
#line 39
      for (int warpcc_row = 0; warpcc_row < 16; warpcc_row++) {
#line 39
        if (warpcc_row < n - warpcc_rows) {
#line 39
          float warpcc_some_sum = warpcc_each_sum[warpcc_row];
#line 39
          warpcc_all_sum = warpcc_all_sum + warpcc_some_sum;
#line 39
        }
#line 39
      }
#line 39
      #pragma omp atomic
#line 39
      sum = sum + warpcc_all_sum;
#line 39
    }
#line 39
  }
#line 44
    } else {
#line 44
    #pragma clang diagnostic push
#line 44
    #pragma clang diagnostic ignored "-Weverything"
#line 38
  #pragma omp target teams loop collapse(2) reduction(+: sum) map(to: a[0:b*n*m], rhs[0:b*n]) //~ plan=combine+warps(j)
#line 39
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      float r = rhs[k * n + i];
      for (int j = 0; j < m; j++) r -= a[(k * n + i) * m + j];
      sum += r < 0 ? -r : r;
    }
#line 44
    #pragma clang diagnostic pop
#line 44
    }
#line 44
  }
#line 45
  return sum;
}

/* In the loop along the row the sum of all is one sum more. */
static double in_the_row(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) {
      s += a[i * m + j];
      total += a[i * m + j];
    }
    y[i] = s;
  }
  return total;
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *f = malloc(sizeof(float) * B * N * M), *r = malloc(sizeof(float) * B * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), bits;
  FILL(a, N * M); FILL(x, M); FILL(f, B * N * M); FILL(r, B * N); FILL(u, N * M);
  printf("%.1f\n", norm(N, M, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(16, 64, a, x, y)); SHOW(y, 16);
  printf("%.1f\n", norm(5, 90, a, x, y)); SHOW(y, 5);
  printf("%.1f\n", norm(0, 90, a, x, y));
  printf("%d\n", checks(N, M, u, &bits)); printf("%u\n", bits);
  printf("%.1f\n", residual(B, N, M, f, r));
  printf("%.1f\n", residual(10, 7, M, f, r));
  printf("%.1f\n", in_the_row(N, M, a, y)); SHOW(y, N);
  return 0;
}
