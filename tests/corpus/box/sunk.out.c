/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Definitions that read memory sink behind the condition of a box: outside of the triangle nothing is read. */
#include "../check.h"

enum { N = 40 };
static int packed[N * (N + 1) / 2];
static double a[N][N][2], b[N][N][2], c[N][N];

static void alone(int n) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a) map(to: packed) //~ plan=collapse(3)+box(j)+sink(13)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n - 1; j++) {
#line 14
      for (int k = 0; k < 2; k++)
        if (j <= i) {
#line 13
        int r = packed[i * (i + 1) / 2 + j];
#line 15
        a[i][j][k] += r;
#line 15
      }
#line 16
    }
}

static void in_braces(int n) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: b) map(to: packed) //~ plan=collapse(3)+box(j)+sink(23)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n - 1; j++) {
       /* it stands alone */
      for (int k = 0; k < 2; k++) if (j <= i) {
#line 23
        int r = packed[i * (i + 1) / 2 + j];
#line 25
        b[i][j][k] += r;
      }
    }
}

static void on_one_line(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: packed) //~ plan=collapse(2)+box(j)+sink(32)
  for (int i = 0; i < n; i++) {  for (int j = 0; j < n; j++) if (j >= i) {
#line 32
    int r = packed[i];
#line 32
                                                                               c[i][j] += r;
#line 32
  }
#line 32
                                                                                             }
}

int main(void) {
  for (int i = 0; i < N * (N + 1) / 2; i++) packed[i] = i % 7 - 3;
  FILL(&a[0][0][0], N * N * 2);
  FILL(&b[0][0][0], N * N * 2);
  FILL(&c[0][0], N * N);
  alone(N);
  SHOW(&a[0][0][0], N * N * 2);
  in_braces(N);
  SHOW(&b[0][0][0], N * N * 2);
  on_one_line(N);
  SHOW(&c[0][0], N * N);
  return 0;
}
