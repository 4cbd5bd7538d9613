/* First shape of a scalar-pentadiagonal solve along x, the contiguous index (CC'17, Table 2): from the
 * density and the velocity of each point of a line the row of its matrix, with the neighbours' values
 * computed for each line first. Double precision. The plain version does a line at a time in a thread;
 * the expert computes the line's values in a region of their own and has a point a thread. */
#include "bench.h"

#define N 48
#define NU 0.03
#define DT 0.01

static double density[N][N][N], velocity[N][N][N];
static double speed[N][N][N], viscosity[N][N][N];
static double lhs[5][N][N][N], expected[5][N][N][N];

static void xsolve1_values(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 0; i < N; i++) {
        double nu = NU / density[k][j][i];
        speed[k][j][i] = velocity[k][j][i];
        viscosity[k][j][i] = nu > NU ? nu : NU;
      }
#endif
}

static void xsolve1_rows(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][k][j][i] = 0.0;
        lhs[1][k][j][i] = -DT * speed[k][j][i - 1] - DT * viscosity[k][j][i - 1];
        lhs[2][k][j][i] = 1.0 + 2.0 * DT * viscosity[k][j][i];
        lhs[3][k][j][i] = DT * speed[k][j][i + 1] - DT * viscosity[k][j][i + 1];
        lhs[4][k][j][i] = 0.0;
      }
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++) {
      for (int i = 0; i < N; i++) {
        double nu = NU / density[k][j][i];
        speed[k][j][i] = velocity[k][j][i];
        viscosity[k][j][i] = nu > NU ? nu : NU;
      }
      for (int i = 1; i < N - 1; i++) {
        lhs[0][k][j][i] = 0.0;
        lhs[1][k][j][i] = -DT * speed[k][j][i - 1] - DT * viscosity[k][j][i - 1];
        lhs[2][k][j][i] = 1.0 + 2.0 * DT * viscosity[k][j][i];
        lhs[3][k][j][i] = DT * speed[k][j][i + 1] - DT * viscosity[k][j][i + 1];
        lhs[4][k][j][i] = 0.0;
      }
    }
#endif
}

static double viscosity_at(int k, int j, int i) { return fmax(NU / density[k][j][i], NU); }

static void xsolve1_serial(void) {
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        expected[1][k][j][i] = -DT * velocity[k][j][i - 1] - DT * viscosity_at(k, j, i - 1);
        expected[2][k][j][i] = 1.0 + 2.0 * DT * viscosity_at(k, j, i);
        expected[3][k][j][i] = DT * velocity[k][j][i + 1] - DT * viscosity_at(k, j, i + 1);
      }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "sp_xsolve1");
  bench_fill_doubles(&density[0][0][0], N*N*N, 1);
  bench_fill_doubles(&velocity[0][0][0], N*N*N, 2);
  for (int at = 0; at < N*N*N; at++)
    (&density[0][0][0])[at] += 1.5;

#pragma omp target enter data map(to: density, velocity, speed, viscosity, lhs)
  while (bench_repeat()) {
    BENCH_TIME(xsolve1_values);
    BENCH_TIME(xsolve1_rows);
  }
#pragma omp target exit data map(from: lhs) map(release: density, velocity, speed, viscosity)

  if (bench_wants_reference())
    xsolve1_serial();
  bench_output_doubles(&lhs[0][0][0][0], &expected[0][0][0][0], 5*N*N*N);
  return bench_end();
}
