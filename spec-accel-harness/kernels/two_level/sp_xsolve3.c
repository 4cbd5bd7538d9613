/* A team has sixteen lines of a plane in team memory: sixteen lanes side by side along a line read and
 * write it, and in between a thread solves one line for one right-hand side. */
#include "../bench.h"

static void xsolve3_two_level(void);

#include "../sp_xsolve3.c"

static void xsolve3_two_level(void) {
#pragma omp target teams distribute collapse(2) map(to: upper) map(tofrom: rhs)
  for (int k = 1; k < N - 1; k++)
    for (int first = 1; first < N - 1; first += 16) {
      double band[2][16][N + 1], line[3][16][N + 1];
#pragma omp parallel
      {
#pragma omp for
        for (int thread = 0; thread < 128; thread++)
#pragma omp unroll full
          for (int row = 0; row < 16; row += 8) {
            int r = thread / 16 + row, j = first + r;
            if (j < N - 1)
#pragma omp unroll full
              for (int column = 0; column < N; column += 16) {
                int i = thread % 16 + column;
#pragma omp unroll full
                for (int b = 0; b < 2; b++)
                  band[b][r][i] = upper[b][k][j][i];
#pragma omp unroll full
                for (int m = 0; m < 3; m++)
                  line[m][r][i] = rhs[m][k][j][i];
              }
          }
#pragma omp for
        for (int thread = 0; thread < 3*16; thread++) {
          int m = thread / 16, r = thread % 16;
          if (first + r < N - 1) {
            double one = line[m][r][N - 2], two = line[m][r][N - 1];
#pragma omp unroll partial(2)
            for (int i = N - 3; i >= 0; i--) {
              double value = line[m][r][i] - band[0][r][i] * one - band[1][r][i] * two;
              line[m][r][i] = value;
              two = one;
              one = value;
            }
          }
        }
#pragma omp for nowait
        for (int thread = 0; thread < 128; thread++)
#pragma omp unroll full
          for (int row = 0; row < 16; row += 8) {
            int r = thread / 16 + row, j = first + r;
            if (j < N - 1)
#pragma omp unroll full
              for (int column = 0; column < N; column += 16) {
                int i = thread % 16 + column;
                if (i < N - 2)
#pragma omp unroll full
                  for (int m = 0; m < 3; m++)
                    rhs[m][k][j][i] = line[m][r][i];
              }
          }
      }
    }
}
