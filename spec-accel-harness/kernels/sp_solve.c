/* The implicit half of the diagonalised approximate factorisation (Pulliam and Chaussee 1981) on a cubic
 * grid, one array per quantity: along each direction the right-hand sides are turned into waves, three of
 * which share one pentadiagonal matrix while the two acoustic ones have their own; the matrices are set
 * up, eliminated and substituted back, the waves turned back. Double precision. The direction of a sweep
 * carries its recurrence; an expert has it innermost. */
#include "bench.h"

#define N 32
#define POINTS (N*N*N)
#define NU 0.05
#define EPSILON 0.002
#define DT 0.05

static double rhs[5][N][N][N], speed[3][N][N][N], sound[N][N][N], spread[N][N][N];
static double lhs[3][5][N][N][N];
static double serial_rhs[5*POINTS];

static void sp_to_waves_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[0][k][j][i], second = rhs[1][k][j][i];
        rhs[0][k][j][i] = 0.6 * first + 0.8 * second;
        rhs[1][k][j][i] = 0.6 * second - 0.8 * first;
      }
}

static void sp_spread_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 0; i < N; i++)
        spread[k][j][i] = NU + fabs(speed[0][k][j][i]) + sound[k][j][i];
}

static void sp_ends_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int s = 0; s < 3; s++)
        for (int b = 0; b < 5; b++) {
          lhs[s][b][k][j][0] = b == 2 ? 1.0 : 0.0;
          lhs[s][b][k][j][N - 1] = b == 2 ? 1.0 : 0.0;
        }
}

static void sp_rows_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][0][k][j][i] = 0.0;
        lhs[0][1][k][j][i] = -DT * (0.5 * speed[0][k][j][i - 1] + spread[k][j][i - 1]);
        lhs[0][2][k][j][i] = 1.0 + 2.0 * DT * spread[k][j][i];
        lhs[0][3][k][j][i] = DT * (0.5 * speed[0][k][j][i + 1] - spread[k][j][i + 1]);
        lhs[0][4][k][j][i] = 0.0;
      }
}

static void sp_damp_first_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++) {
      lhs[0][2][k][j][1] += 5.0 * EPSILON;
      lhs[0][3][k][j][1] -= 4.0 * EPSILON;
      lhs[0][4][k][j][1] += EPSILON;
      lhs[0][1][k][j][2] -= 4.0 * EPSILON;
      lhs[0][2][k][j][2] += 6.0 * EPSILON;
      lhs[0][3][k][j][2] -= 4.0 * EPSILON;
      lhs[0][4][k][j][2] += EPSILON;
    }
}

static void sp_damp_inner_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 3; i < N - 3; i++) {
        lhs[0][0][k][j][i] += EPSILON;
        lhs[0][1][k][j][i] -= 4.0 * EPSILON;
        lhs[0][2][k][j][i] += 6.0 * EPSILON;
        lhs[0][3][k][j][i] -= 4.0 * EPSILON;
        lhs[0][4][k][j][i] += EPSILON;
      }
}

static void sp_damp_last_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++) {
      lhs[0][0][k][j][N - 3] += EPSILON;
      lhs[0][1][k][j][N - 3] -= 4.0 * EPSILON;
      lhs[0][2][k][j][N - 3] += 6.0 * EPSILON;
      lhs[0][3][k][j][N - 3] -= 4.0 * EPSILON;
      lhs[0][0][k][j][N - 2] += EPSILON;
      lhs[0][1][k][j][N - 2] -= 4.0 * EPSILON;
      lhs[0][2][k][j][N - 2] += 5.0 * EPSILON;
    }
}

static void sp_acoustic_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double below = 0.5 * DT * sound[k][j][i - 1], above = 0.5 * DT * sound[k][j][i + 1];
        for (int b = 0; b < 5; b++) {
          lhs[1][b][k][j][i] = lhs[0][b][k][j][i];
          lhs[2][b][k][j][i] = lhs[0][b][k][j][i];
        }
        lhs[1][1][k][j][i] -= below;
        lhs[1][3][k][j][i] += above;
        lhs[2][1][k][j][i] += below;
        lhs[2][3][k][j][i] -= above;
      }
}

static void sp_eliminate_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 0; i < N - 2; i++) {
        double scale = 1.0 / lhs[0][2][k][j][i];
        lhs[0][3][k][j][i] *= scale;
        lhs[0][4][k][j][i] *= scale;
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] *= scale;
        lhs[0][2][k][j][i + 1] -= lhs[0][1][k][j][i + 1] * lhs[0][3][k][j][i];
        lhs[0][3][k][j][i + 1] -= lhs[0][1][k][j][i + 1] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i + 1] -= lhs[0][1][k][j][i + 1] * rhs[m][k][j][i];
        lhs[0][1][k][j][i + 2] -= lhs[0][0][k][j][i + 2] * lhs[0][3][k][j][i];
        lhs[0][2][k][j][i + 2] -= lhs[0][0][k][j][i + 2] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i + 2] -= lhs[0][0][k][j][i + 2] * rhs[m][k][j][i];
      }
    }
  }
}

static void sp_eliminate_acoustic_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 0; i < N - 2; i++) {
        for (int s = 1; s < 3; s++) {
          double scale = 1.0 / lhs[s][2][k][j][i];
          lhs[s][3][k][j][i] *= scale;
          lhs[s][4][k][j][i] *= scale;
          rhs[2 + s][k][j][i] *= scale;
          lhs[s][2][k][j][i + 1] -= lhs[s][1][k][j][i + 1] * lhs[s][3][k][j][i];
          lhs[s][3][k][j][i + 1] -= lhs[s][1][k][j][i + 1] * lhs[s][4][k][j][i];
          rhs[2 + s][k][j][i + 1] -= lhs[s][1][k][j][i + 1] * rhs[2 + s][k][j][i];
          lhs[s][1][k][j][i + 2] -= lhs[s][0][k][j][i + 2] * lhs[s][3][k][j][i];
          lhs[s][2][k][j][i + 2] -= lhs[s][0][k][j][i + 2] * lhs[s][4][k][j][i];
          rhs[2 + s][k][j][i + 2] -= lhs[s][0][k][j][i + 2] * rhs[2 + s][k][j][i];
        }
      }
    }
  }
}

static void sp_last_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int s = 0; s < 3; s++) {
        double scale = 1.0 / lhs[s][2][k][j][N - 2];
        lhs[s][3][k][j][N - 2] *= scale;
        lhs[s][2][k][j][N - 1] -= lhs[s][1][k][j][N - 1] * lhs[s][3][k][j][N - 2];
        for (int m = s == 0 ? 0 : 2 + s; m <= 2 + s; m++) {
          rhs[m][k][j][N - 2] *= scale;
          rhs[m][k][j][N - 1] = (rhs[m][k][j][N - 1] - lhs[s][1][k][j][N - 1] * rhs[m][k][j][N - 2]) / lhs[s][2][k][j][N - 1];
          rhs[m][k][j][N - 2] -= lhs[s][3][k][j][N - 2] * rhs[m][k][j][N - 1];
        }
      }
}

static void sp_substitute_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = N - 3; i >= 0; i--) {
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] -= lhs[0][3][k][j][i] * rhs[m][k][j][i + 1] + lhs[0][4][k][j][i] * rhs[m][k][j][i + 2];
      }
    }
  }
}

static void sp_substitute_acoustic_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = N - 3; i >= 0; i--) {
        for (int s = 1; s < 3; s++)
          rhs[2 + s][k][j][i] -= lhs[s][3][k][j][i] * rhs[2 + s][k][j][i + 1] + lhs[s][4][k][j][i] * rhs[2 + s][k][j][i + 2];
      }
    }
  }
}

static void sp_from_waves_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[0][k][j][i], second = rhs[1][k][j][i];
        rhs[0][k][j][i] = 0.6 * first - 0.8 * second;
        rhs[1][k][j][i] = 0.8 * first + 0.6 * second;
      }
}

static void sp_to_waves_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[1][k][j][i], second = rhs[2][k][j][i];
        rhs[1][k][j][i] = 0.6 * first + 0.8 * second;
        rhs[2][k][j][i] = 0.6 * second - 0.8 * first;
      }
}

static void sp_spread_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 0; j < N; j++)
      for (int i = 1; i < N - 1; i++)
        spread[k][j][i] = NU + fabs(speed[1][k][j][i]) + sound[k][j][i];
}

static void sp_ends_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int s = 0; s < 3; s++)
        for (int b = 0; b < 5; b++) {
          lhs[s][b][k][0][i] = b == 2 ? 1.0 : 0.0;
          lhs[s][b][k][N - 1][i] = b == 2 ? 1.0 : 0.0;
        }
}

static void sp_rows_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][0][k][j][i] = 0.0;
        lhs[0][1][k][j][i] = -DT * (0.5 * speed[1][k][j - 1][i] + spread[k][j - 1][i]);
        lhs[0][2][k][j][i] = 1.0 + 2.0 * DT * spread[k][j][i];
        lhs[0][3][k][j][i] = DT * (0.5 * speed[1][k][j + 1][i] - spread[k][j + 1][i]);
        lhs[0][4][k][j][i] = 0.0;
      }
}

static void sp_damp_first_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++) {
      lhs[0][2][k][1][i] += 5.0 * EPSILON;
      lhs[0][3][k][1][i] -= 4.0 * EPSILON;
      lhs[0][4][k][1][i] += EPSILON;
      lhs[0][1][k][2][i] -= 4.0 * EPSILON;
      lhs[0][2][k][2][i] += 6.0 * EPSILON;
      lhs[0][3][k][2][i] -= 4.0 * EPSILON;
      lhs[0][4][k][2][i] += EPSILON;
    }
}

static void sp_damp_inner_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 3; j < N - 3; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][0][k][j][i] += EPSILON;
        lhs[0][1][k][j][i] -= 4.0 * EPSILON;
        lhs[0][2][k][j][i] += 6.0 * EPSILON;
        lhs[0][3][k][j][i] -= 4.0 * EPSILON;
        lhs[0][4][k][j][i] += EPSILON;
      }
}

static void sp_damp_last_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++) {
      lhs[0][0][k][N - 3][i] += EPSILON;
      lhs[0][1][k][N - 3][i] -= 4.0 * EPSILON;
      lhs[0][2][k][N - 3][i] += 6.0 * EPSILON;
      lhs[0][3][k][N - 3][i] -= 4.0 * EPSILON;
      lhs[0][0][k][N - 2][i] += EPSILON;
      lhs[0][1][k][N - 2][i] -= 4.0 * EPSILON;
      lhs[0][2][k][N - 2][i] += 5.0 * EPSILON;
    }
}

static void sp_acoustic_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double below = 0.5 * DT * sound[k][j - 1][i], above = 0.5 * DT * sound[k][j + 1][i];
        for (int b = 0; b < 5; b++) {
          lhs[1][b][k][j][i] = lhs[0][b][k][j][i];
          lhs[2][b][k][j][i] = lhs[0][b][k][j][i];
        }
        lhs[1][1][k][j][i] -= below;
        lhs[1][3][k][j][i] += above;
        lhs[2][1][k][j][i] += below;
        lhs[2][3][k][j][i] -= above;
      }
}

static void sp_eliminate_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = 0; j < N - 2; j++) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = 0; j < N - 2; j++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        double scale = 1.0 / lhs[0][2][k][j][i];
        lhs[0][3][k][j][i] *= scale;
        lhs[0][4][k][j][i] *= scale;
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] *= scale;
        lhs[0][2][k][j + 1][i] -= lhs[0][1][k][j + 1][i] * lhs[0][3][k][j][i];
        lhs[0][3][k][j + 1][i] -= lhs[0][1][k][j + 1][i] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k][j + 1][i] -= lhs[0][1][k][j + 1][i] * rhs[m][k][j][i];
        lhs[0][1][k][j + 2][i] -= lhs[0][0][k][j + 2][i] * lhs[0][3][k][j][i];
        lhs[0][2][k][j + 2][i] -= lhs[0][0][k][j + 2][i] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k][j + 2][i] -= lhs[0][0][k][j + 2][i] * rhs[m][k][j][i];
      }
    }
  }
}

static void sp_eliminate_acoustic_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = 0; j < N - 2; j++) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = 0; j < N - 2; j++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int s = 1; s < 3; s++) {
          double scale = 1.0 / lhs[s][2][k][j][i];
          lhs[s][3][k][j][i] *= scale;
          lhs[s][4][k][j][i] *= scale;
          rhs[2 + s][k][j][i] *= scale;
          lhs[s][2][k][j + 1][i] -= lhs[s][1][k][j + 1][i] * lhs[s][3][k][j][i];
          lhs[s][3][k][j + 1][i] -= lhs[s][1][k][j + 1][i] * lhs[s][4][k][j][i];
          rhs[2 + s][k][j + 1][i] -= lhs[s][1][k][j + 1][i] * rhs[2 + s][k][j][i];
          lhs[s][1][k][j + 2][i] -= lhs[s][0][k][j + 2][i] * lhs[s][3][k][j][i];
          lhs[s][2][k][j + 2][i] -= lhs[s][0][k][j + 2][i] * lhs[s][4][k][j][i];
          rhs[2 + s][k][j + 2][i] -= lhs[s][0][k][j + 2][i] * rhs[2 + s][k][j][i];
        }
      }
    }
  }
}

static void sp_last_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int s = 0; s < 3; s++) {
        double scale = 1.0 / lhs[s][2][k][N - 2][i];
        lhs[s][3][k][N - 2][i] *= scale;
        lhs[s][2][k][N - 1][i] -= lhs[s][1][k][N - 1][i] * lhs[s][3][k][N - 2][i];
        for (int m = s == 0 ? 0 : 2 + s; m <= 2 + s; m++) {
          rhs[m][k][N - 2][i] *= scale;
          rhs[m][k][N - 1][i] = (rhs[m][k][N - 1][i] - lhs[s][1][k][N - 1][i] * rhs[m][k][N - 2][i]) / lhs[s][2][k][N - 1][i];
          rhs[m][k][N - 2][i] -= lhs[s][3][k][N - 2][i] * rhs[m][k][N - 1][i];
        }
      }
}

static void sp_substitute_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = N - 3; j >= 0; j--) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = N - 3; j >= 0; j--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] -= lhs[0][3][k][j][i] * rhs[m][k][j + 1][i] + lhs[0][4][k][j][i] * rhs[m][k][j + 2][i];
      }
    }
  }
}

static void sp_substitute_acoustic_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = N - 3; j >= 0; j--) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = N - 3; j >= 0; j--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int s = 1; s < 3; s++)
          rhs[2 + s][k][j][i] -= lhs[s][3][k][j][i] * rhs[2 + s][k][j + 1][i] + lhs[s][4][k][j][i] * rhs[2 + s][k][j + 2][i];
      }
    }
  }
}

static void sp_from_waves_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[1][k][j][i], second = rhs[2][k][j][i];
        rhs[1][k][j][i] = 0.6 * first - 0.8 * second;
        rhs[2][k][j][i] = 0.8 * first + 0.6 * second;
      }
}

static void sp_to_waves_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[2][k][j][i], second = rhs[3][k][j][i];
        rhs[2][k][j][i] = 0.6 * first + 0.8 * second;
        rhs[3][k][j][i] = 0.6 * second - 0.8 * first;
      }
}

static void sp_spread_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 0; k < N; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        spread[k][j][i] = NU + fabs(speed[2][k][j][i]) + sound[k][j][i];
}

static void sp_ends_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int s = 0; s < 3; s++)
        for (int b = 0; b < 5; b++) {
          lhs[s][b][0][j][i] = b == 2 ? 1.0 : 0.0;
          lhs[s][b][N - 1][j][i] = b == 2 ? 1.0 : 0.0;
        }
}

static void sp_rows_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][0][k][j][i] = 0.0;
        lhs[0][1][k][j][i] = -DT * (0.5 * speed[2][k - 1][j][i] + spread[k - 1][j][i]);
        lhs[0][2][k][j][i] = 1.0 + 2.0 * DT * spread[k][j][i];
        lhs[0][3][k][j][i] = DT * (0.5 * speed[2][k + 1][j][i] - spread[k + 1][j][i]);
        lhs[0][4][k][j][i] = 0.0;
      }
}

static void sp_damp_first_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++) {
      lhs[0][2][1][j][i] += 5.0 * EPSILON;
      lhs[0][3][1][j][i] -= 4.0 * EPSILON;
      lhs[0][4][1][j][i] += EPSILON;
      lhs[0][1][2][j][i] -= 4.0 * EPSILON;
      lhs[0][2][2][j][i] += 6.0 * EPSILON;
      lhs[0][3][2][j][i] -= 4.0 * EPSILON;
      lhs[0][4][2][j][i] += EPSILON;
    }
}

static void sp_damp_inner_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 3; k < N - 3; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][0][k][j][i] += EPSILON;
        lhs[0][1][k][j][i] -= 4.0 * EPSILON;
        lhs[0][2][k][j][i] += 6.0 * EPSILON;
        lhs[0][3][k][j][i] -= 4.0 * EPSILON;
        lhs[0][4][k][j][i] += EPSILON;
      }
}

static void sp_damp_last_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++) {
      lhs[0][0][N - 3][j][i] += EPSILON;
      lhs[0][1][N - 3][j][i] -= 4.0 * EPSILON;
      lhs[0][2][N - 3][j][i] += 6.0 * EPSILON;
      lhs[0][3][N - 3][j][i] -= 4.0 * EPSILON;
      lhs[0][0][N - 2][j][i] += EPSILON;
      lhs[0][1][N - 2][j][i] -= 4.0 * EPSILON;
      lhs[0][2][N - 2][j][i] += 5.0 * EPSILON;
    }
}

static void sp_acoustic_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double below = 0.5 * DT * sound[k - 1][j][i], above = 0.5 * DT * sound[k + 1][j][i];
        for (int b = 0; b < 5; b++) {
          lhs[1][b][k][j][i] = lhs[0][b][k][j][i];
          lhs[2][b][k][j][i] = lhs[0][b][k][j][i];
        }
        lhs[1][1][k][j][i] -= below;
        lhs[1][3][k][j][i] += above;
        lhs[2][1][k][j][i] += below;
        lhs[2][3][k][j][i] -= above;
      }
}

static void sp_eliminate_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = 0; k < N - 2; k++) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = 0; k < N - 2; k++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        double scale = 1.0 / lhs[0][2][k][j][i];
        lhs[0][3][k][j][i] *= scale;
        lhs[0][4][k][j][i] *= scale;
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] *= scale;
        lhs[0][2][k + 1][j][i] -= lhs[0][1][k + 1][j][i] * lhs[0][3][k][j][i];
        lhs[0][3][k + 1][j][i] -= lhs[0][1][k + 1][j][i] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k + 1][j][i] -= lhs[0][1][k + 1][j][i] * rhs[m][k][j][i];
        lhs[0][1][k + 2][j][i] -= lhs[0][0][k + 2][j][i] * lhs[0][3][k][j][i];
        lhs[0][2][k + 2][j][i] -= lhs[0][0][k + 2][j][i] * lhs[0][4][k][j][i];
        for (int m = 0; m < 3; m++)
          rhs[m][k + 2][j][i] -= lhs[0][0][k + 2][j][i] * rhs[m][k][j][i];
      }
    }
  }
}

static void sp_eliminate_acoustic_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = 0; k < N - 2; k++) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = 0; k < N - 2; k++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int s = 1; s < 3; s++) {
          double scale = 1.0 / lhs[s][2][k][j][i];
          lhs[s][3][k][j][i] *= scale;
          lhs[s][4][k][j][i] *= scale;
          rhs[2 + s][k][j][i] *= scale;
          lhs[s][2][k + 1][j][i] -= lhs[s][1][k + 1][j][i] * lhs[s][3][k][j][i];
          lhs[s][3][k + 1][j][i] -= lhs[s][1][k + 1][j][i] * lhs[s][4][k][j][i];
          rhs[2 + s][k + 1][j][i] -= lhs[s][1][k + 1][j][i] * rhs[2 + s][k][j][i];
          lhs[s][1][k + 2][j][i] -= lhs[s][0][k + 2][j][i] * lhs[s][3][k][j][i];
          lhs[s][2][k + 2][j][i] -= lhs[s][0][k + 2][j][i] * lhs[s][4][k][j][i];
          rhs[2 + s][k + 2][j][i] -= lhs[s][0][k + 2][j][i] * rhs[2 + s][k][j][i];
        }
      }
    }
  }
}

static void sp_last_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int s = 0; s < 3; s++) {
        double scale = 1.0 / lhs[s][2][N - 2][j][i];
        lhs[s][3][N - 2][j][i] *= scale;
        lhs[s][2][N - 1][j][i] -= lhs[s][1][N - 1][j][i] * lhs[s][3][N - 2][j][i];
        for (int m = s == 0 ? 0 : 2 + s; m <= 2 + s; m++) {
          rhs[m][N - 2][j][i] *= scale;
          rhs[m][N - 1][j][i] = (rhs[m][N - 1][j][i] - lhs[s][1][N - 1][j][i] * rhs[m][N - 2][j][i]) / lhs[s][2][N - 1][j][i];
          rhs[m][N - 2][j][i] -= lhs[s][3][N - 2][j][i] * rhs[m][N - 1][j][i];
        }
      }
}

static void sp_substitute_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = N - 3; k >= 0; k--) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = N - 3; k >= 0; k--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int m = 0; m < 3; m++)
          rhs[m][k][j][i] -= lhs[0][3][k][j][i] * rhs[m][k + 1][j][i] + lhs[0][4][k][j][i] * rhs[m][k + 2][j][i];
      }
    }
  }
}

static void sp_substitute_acoustic_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = N - 3; k >= 0; k--) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = N - 3; k >= 0; k--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int s = 1; s < 3; s++)
          rhs[2 + s][k][j][i] -= lhs[s][3][k][j][i] * rhs[2 + s][k + 1][j][i] + lhs[s][4][k][j][i] * rhs[2 + s][k + 2][j][i];
      }
    }
  }
}

static void sp_from_waves_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double first = rhs[2][k][j][i], second = rhs[3][k][j][i];
        rhs[2][k][j][i] = 0.6 * first - 0.8 * second;
        rhs[3][k][j][i] = 0.8 * first + 0.6 * second;
      }
}

static void sp_solve_x(void) {
  BENCH_TIME(sp_to_waves_x);
  BENCH_TIME(sp_spread_x);
  BENCH_TIME(sp_ends_x);
  BENCH_TIME(sp_rows_x);
  BENCH_TIME(sp_damp_first_x);
  BENCH_TIME(sp_damp_inner_x);
  BENCH_TIME(sp_damp_last_x);
  BENCH_TIME(sp_acoustic_x);
  BENCH_TIME(sp_eliminate_x);
  BENCH_TIME(sp_eliminate_acoustic_x);
  BENCH_TIME(sp_last_x);
  BENCH_TIME(sp_substitute_x);
  BENCH_TIME(sp_substitute_acoustic_x);
  BENCH_TIME(sp_from_waves_x);
}

static void sp_solve_y(void) {
  BENCH_TIME(sp_to_waves_y);
  BENCH_TIME(sp_spread_y);
  BENCH_TIME(sp_ends_y);
  BENCH_TIME(sp_rows_y);
  BENCH_TIME(sp_damp_first_y);
  BENCH_TIME(sp_damp_inner_y);
  BENCH_TIME(sp_damp_last_y);
  BENCH_TIME(sp_acoustic_y);
  BENCH_TIME(sp_eliminate_y);
  BENCH_TIME(sp_eliminate_acoustic_y);
  BENCH_TIME(sp_last_y);
  BENCH_TIME(sp_substitute_y);
  BENCH_TIME(sp_substitute_acoustic_y);
  BENCH_TIME(sp_from_waves_y);
}

static void sp_solve_z(void) {
  BENCH_TIME(sp_to_waves_z);
  BENCH_TIME(sp_spread_z);
  BENCH_TIME(sp_ends_z);
  BENCH_TIME(sp_rows_z);
  BENCH_TIME(sp_damp_first_z);
  BENCH_TIME(sp_damp_inner_z);
  BENCH_TIME(sp_damp_last_z);
  BENCH_TIME(sp_acoustic_z);
  BENCH_TIME(sp_eliminate_z);
  BENCH_TIME(sp_eliminate_acoustic_z);
  BENCH_TIME(sp_last_z);
  BENCH_TIME(sp_substitute_z);
  BENCH_TIME(sp_substitute_acoustic_z);
  BENCH_TIME(sp_from_waves_z);
}

/* Rows of one line's matrix; `wave` is 0 for the convective ones, +1 and -1 for the acoustic ones. */
static void serial_rows(int axis, int stride, int start, int wave, double row[N][5]) {
  const double *w = &speed[axis][0][0][0] + start, *c = &sound[0][0][0] + start;
  memset(row, 0, N * sizeof row[0]);
  row[0][2] = row[N - 1][2] = 1.0;
  for (int at = 1; at < N - 1; at++) {
    int last = (at - 1)*stride, here = at*stride, next = (at + 1)*stride;
    row[at][1] = -DT * (0.5 * w[last] + (NU + fabs(w[last]) + c[last]));
    row[at][2] = 1.0 + 2.0 * DT * (NU + fabs(w[here]) + c[here]);
    row[at][3] = DT * (0.5 * w[next] - (NU + fabs(w[next]) + c[next]));
    row[at][0] += at > 2 ? EPSILON : 0.0;
    row[at][1] -= at > 1 ? 4.0 * EPSILON : 0.0;
    row[at][2] += (at == 1 || at == N - 2 ? 5.0 : 6.0) * EPSILON;
    row[at][3] -= at < N - 2 ? 4.0 * EPSILON : 0.0;
    row[at][4] += at < N - 3 ? EPSILON : 0.0;
    row[at][1] -= wave * (0.5 * DT * c[last]);
    row[at][3] += wave * (0.5 * DT * c[next]);
  }
}

/* Solves one pentadiagonal system for one right-hand side, whose items are `stride` apart. */
static void serial_line(double row[N][5], double *r, int stride) {
  for (int at = 0; at < N - 1; at++) {
    double scale = 1.0 / row[at][2];
    row[at][3] *= scale;
    row[at][4] *= scale;
    r[at*stride] *= scale;
    for (int below = 1; below <= 2 && at + below < N; below++) {
      double factor = row[at + below][2 - below];
      row[at + below][3 - below] -= factor * row[at][3];
      if (at < N - 2)
        row[at + below][4 - below] -= factor * row[at][4];
      r[(at + below)*stride] -= factor * r[at*stride];
    }
  }
  r[(N - 1)*stride] /= row[N - 1][2];
  r[(N - 2)*stride] -= row[N - 2][3] * r[(N - 1)*stride];
  for (int at = N - 3; at >= 0; at--)
    r[at*stride] -= row[at][3] * r[(at + 1)*stride] + row[at][4] * r[(at + 2)*stride];
}

static int on_face(int p, int stride) { return p / stride % N % (N - 1) == 0; }

static void serial_direction(int axis, int stride) {
  static const int wave_of[5] = {0, 0, 0, 1, -1};
  double *a = serial_rhs + axis*POINTS, *b = a + POINTS, row[N][5];
  for (int p = 0; p < POINTS; p++)
    if (!on_face(p, 1) && !on_face(p, N) && !on_face(p, N*N)) {
      double first = a[p], second = b[p];
      a[p] = 0.6 * first + 0.8 * second;
      b[p] = 0.6 * second - 0.8 * first;
    }
  for (int p = 0; p < POINTS; p++) {
    int across = (axis != 0 && on_face(p, 1)) || (axis != 1 && on_face(p, N)) || (axis != 2 && on_face(p, N*N));
    for (int m = 0; p / stride % N == 0 && !across && m < 5; m++) {
      serial_rows(axis, stride, p, wave_of[m], row);
      serial_line(row, serial_rhs + m*POINTS + p, stride);
    }
  }
  for (int p = 0; p < POINTS; p++)
    if (!on_face(p, 1) && !on_face(p, N) && !on_face(p, N*N)) {
      double first = a[p], second = b[p];
      a[p] = 0.6 * first - 0.8 * second;
      b[p] = 0.8 * first + 0.6 * second;
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "sp_solve");
  bench_fill_doubles(&rhs[0][0][0][0], 5*POINTS, 1);
  bench_fill_doubles(serial_rhs, 5*POINTS, 1);
  bench_fill_doubles(&speed[0][0][0][0], 3*POINTS, 2);
  bench_fill_doubles(&sound[0][0][0], POINTS, 3);
  for (int p = 0; p < POINTS; p++)
    (&sound[0][0][0])[p] += 1.5;

  bench_keep(rhs, sizeof rhs);
#pragma omp target enter data map(to: rhs, speed, sound, spread, lhs)
  while (bench_repeat()) {
#pragma omp target update to(rhs)
    sp_solve_x();
    sp_solve_y();
    sp_solve_z();
  }
#pragma omp target exit data map(from: rhs) map(release: speed, sound, spread, lhs)

  for (int axis = 0, stride = 1; bench_wants_reference() && axis < 3; axis++, stride *= N)
    serial_direction(axis, stride);
  bench_output_doubles(&rhs[0][0][0][0], serial_rhs, 5*POINTS);
  return bench_end();
}
