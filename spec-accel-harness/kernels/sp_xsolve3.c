/* Third shape of a scalar-pentadiagonal solve along x, the contiguous index (CC'17, Table 2): back
 * substitution of three right-hand sides with two upper bands, from the end of each line. Double
 * precision. i carries the recurrence; k, j and m do not. */
#include "bench.h"

#define N 48

static double upper[2][N][N][N];
static double rhs[3][N][N][N], expected[3][N][N][N];

static void xsolve3(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: upper) map(tofrom: rhs)
#else
#pragma omp target teams distribute parallel for map(to: upper) map(tofrom: rhs)
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = N - 3; i >= 0; i--) {
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] = rhs[m][k][j][i] - upper[0][k][j][i] * rhs[m][k][j][i + 1]
                                            - upper[1][k][j][i] * rhs[m][k][j][i + 2];
      }
    }
  }
}

static void solve_line(const double *first, const double *second, double *line) {
  for (int i = N - 3; i >= 0; i--)
    line[i] = line[i] - first[i] * line[i + 1] - second[i] * line[i + 2];
}

static void xsolve3_serial(void) {
  for (int m = 0; m < 3; m++)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        solve_line(upper[0][k][j], upper[1][k][j], expected[m][k][j]);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "sp_xsolve3");
  bench_fill_doubles(&upper[0][0][0][0], 2*N*N*N, 1);
  bench_fill_doubles(&rhs[0][0][0][0], 3*N*N*N, 2);
  bench_fill_doubles(&expected[0][0][0][0], 3*N*N*N, 2);
  for (int at = 0; at < 2*N*N*N; at++)
    (&upper[0][0][0][0])[at] *= 0.25;

  bench_keep(rhs, sizeof rhs);
#pragma omp target enter data map(to: upper, rhs)
  while (bench_repeat()) {
#pragma omp target update to(rhs)
    BENCH_TIME(xsolve3);
  }
#pragma omp target exit data map(from: rhs) map(release: upper)

  if (bench_wants_reference())
    xsolve3_serial();
  bench_output_doubles(&rhs[0][0][0][0], &expected[0][0][0][0], 3*N*N*N);
  return bench_end();
}
