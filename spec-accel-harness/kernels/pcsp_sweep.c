/* Forward elimination of one pentadiagonal system per (k, i) line along j, three right-hand sides,
 * double precision: the loop nest of Chikin et al., TACO 2019, Fig. 12. lhsY[0..4] are the bands,
 * lowest first. The j loop carries the elimination; k and i do not, so an expert puts them outside. */
#include "bench.h"

#define IMAX 64
#define JMAX 64
#define KMAX 66
#define gp0 IMAX
#define gp1 JMAX
#define gp2 KMAX

static double lhsY[5][KMAX][JMAX][IMAX];
static double rhs[3][KMAX][JMAX][IMAX];
static double serial_lhs[5][KMAX][JMAX][IMAX];
static double serial_rhs[3][KMAX][JMAX][IMAX];

static void sweep(void) {
  int i, j, k, m, j1, j2;
  double fac1;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) private(i,j,k,m,fac1,j1,j2) map(tofrom: lhsY, rhs)
  for (k = 1; k <= gp2-2; k++) {
    for (i = 0; i < gp0; i++) {
      for (j = 0; j <= gp1-3; j++) {
        j1 = j + 1;
        j2 = j + 2;
#else
#pragma omp target teams distribute parallel for private(i,j,k,m,fac1,j1,j2) map(tofrom: lhsY, rhs)
  for (k = 1; k <= gp2-2; k++) {
    for (j = 0; j <= gp1-3; j++) {
      j1 = j + 1;
      j2 = j + 2;
      for (i = 0; i < gp0; i++) {
#endif
        fac1 = 1.0 / lhsY[2][k][j][i];
        lhsY[3][k][j][i] = fac1 * lhsY[3][k][j][i];
        lhsY[4][k][j][i] = fac1 * lhsY[4][k][j][i];
        for (m = 0; m < 3; m++) {
          rhs[m][k][j][i] = fac1 * rhs[m][k][j][i];
        }
        lhsY[2][k][j1][i] = lhsY[2][k][j1][i] - lhsY[1][k][j1][i] * lhsY[3][k][j][i];
        lhsY[3][k][j1][i] = lhsY[3][k][j1][i] - lhsY[1][k][j1][i] * lhsY[4][k][j][i];
        for (m = 0; m < 3; m++) {
          rhs[m][k][j1][i] = rhs[m][k][j1][i] - lhsY[1][k][j1][i] * rhs[m][k][j][i];
        }
        lhsY[1][k][j2][i] = lhsY[1][k][j2][i] - lhsY[0][k][j2][i] * lhsY[3][k][j][i];
        lhsY[2][k][j2][i] = lhsY[2][k][j2][i] - lhsY[0][k][j2][i] * lhsY[4][k][j][i];
        for (m = 0; m < 3; m++) {
          rhs[m][k][j2][i] = rhs[m][k][j2][i] - lhsY[0][k][j2][i] * rhs[m][k][j][i];
        }
      }
    }
  }
}

/* Takes from row `to` its coefficient `band` times row `from`, at one (k, i). */
static void eliminate(int k, int i, int band, int from, int to) {
  double factor = serial_lhs[band][k][to][i];
  serial_lhs[band + 1][k][to][i] -= factor * serial_lhs[3][k][from][i];
  serial_lhs[band + 2][k][to][i] -= factor * serial_lhs[4][k][from][i];
  for (int m = 0; m < 3; m++)
    serial_rhs[m][k][to][i] -= factor * serial_rhs[m][k][from][i];
}

static void sweep_serial(void) {
  for (int k = 1; k <= gp2-2; k++)
    for (int j = 0; j <= gp1-3; j++)
      for (int i = 0; i < gp0; i++) {
        double scale = 1.0 / serial_lhs[2][k][j][i];
        serial_lhs[3][k][j][i] *= scale;
        serial_lhs[4][k][j][i] *= scale;
        for (int m = 0; m < 3; m++)
          serial_rhs[m][k][j][i] *= scale;
        eliminate(k, i, 1, j, j + 1);
        eliminate(k, i, 0, j, j + 2);
      }
}

/* Diagonally dominant: |diagonal| >= 6, the sum of the other four bands <= 4. */
static void fill(double lhs[5][KMAX][JMAX][IMAX], double right[3][KMAX][JMAX][IMAX]) {
  size_t band = (size_t)KMAX * JMAX * IMAX;
  double *flat_lhs = &lhs[0][0][0][0], *flat_right = &right[0][0][0][0];
  for (size_t n = 0; n < 5 * band; n++)
    flat_lhs[n] = bench_value(1, n) + (n / band == 2 ? 7.0 : 0.0);
  for (size_t n = 0; n < 3 * band; n++)
    flat_right[n] = bench_value(2, n);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "pcsp_sweep");
  fill(lhsY, rhs);
  fill(serial_lhs, serial_rhs);

  bench_keep(lhsY, sizeof lhsY);
  bench_keep(rhs, sizeof rhs);
#pragma omp target enter data map(to: lhsY, rhs)
  while (bench_repeat()) {
#pragma omp target update to(lhsY, rhs)
    BENCH_TIME(sweep);
  }
#pragma omp target exit data map(from: lhsY, rhs)

  if (bench_wants_reference())
    sweep_serial();
  bench_output_doubles(&lhsY[0][0][0][0], &serial_lhs[0][0][0][0], sizeof lhsY / sizeof(double));
  bench_output_doubles(&rhs[0][0][0][0], &serial_rhs[0][0][0][0], sizeof rhs / sizeof(double));
  return bench_end();
}
