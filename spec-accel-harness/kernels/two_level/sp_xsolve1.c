/* A team has sixteen lines of a plane, a thread six points of them, sixteen lanes side by side along a
 * line; the values of the lines' points stay in team memory. */
#include "../bench.h"

static void xsolve1_values_two_level(void);
static void xsolve1_rows_two_level(void);

#include "../sp_xsolve1.c"

static void xsolve1_values_two_level(void) { xsolve1_values(); }

static void xsolve1_rows_two_level(void) {
#pragma omp target teams distribute collapse(2)
  for (int k = 1; k < N - 1; k++)
    for (int first = 1; first < N - 1; first += 16) {
      double u[16][N], nu[16][N];
#pragma omp parallel
      {
#pragma omp for
        for (int thread = 0; thread < 128; thread++)
#pragma omp unroll full
          for (int row = 0; row < 16; row += 8) {
            int line = thread / 16 + row, j = first + line;
            if (j < N - 1)
#pragma omp unroll full
              for (int column = 0; column < N; column += 16) {
                int i = thread % 16 + column;
                double value = NU / density[k][j][i];
                value = value > NU ? value : NU;
                speed[k][j][i] = u[line][i] = velocity[k][j][i];
                viscosity[k][j][i] = nu[line][i] = value;
              }
          }
#pragma omp for nowait
        for (int thread = 0; thread < 128; thread++)
#pragma omp unroll full
          for (int row = 0; row < 16; row += 8) {
            int line = thread / 16 + row, j = first + line;
            if (j < N - 1)
#pragma omp unroll full
              for (int column = 0; column < N; column += 16) {
                int i = thread % 16 + column;
                if (i > 0 && i < N - 1) {
                  lhs[0][k][j][i] = 0.0;
                  lhs[1][k][j][i] = -DT * u[line][i - 1] - DT * nu[line][i - 1];
                  lhs[2][k][j][i] = 1.0 + 2.0 * DT * nu[line][i];
                  lhs[3][k][j][i] = DT * u[line][i + 1] - DT * nu[line][i + 1];
                  lhs[4][k][j][i] = 0.0;
                }
              }
          }
      }
    }
}
