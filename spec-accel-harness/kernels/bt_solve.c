/* The implicit half of the block-tridiagonal approximate factorisation (Beam and Warming 1978) on a cubic
 * grid, five quantities and 5x5 blocks at each point: along each direction the flux Jacobians, the blocks,
 * the elimination of every line without pivoting, the substitution. Double precision. The direction of a
 * sweep carries its recurrence; an expert has it innermost. The Jacobian is the point's velocity on the
 * diagonal and a constant coupling weighted with the point's values. */
#include "bench.h"

#define N 18
#define POINTS (N*N*N)
#define NU 0.5
#define DT 0.05

static double u[N][N][N][5], rhs[N][N][N][5], coupling[3][5][5], jacobian[N][N][N][5][5];
static double below[N][N][N][5][5], middle[N][N][N][5][5], above[N][N][N][5][5];
static double serial_rhs[POINTS][5];

static void bt_jacobian_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 0; i < N; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++)
            jacobian[k][j][i][m][n] = coupling[0][m][n] * u[k][j][i][m] + (m == n ? u[k][j][i][1] / u[k][j][i][0] : 0.0);
}

static void bt_blocks_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++) {
            double viscous = m == n ? DT * NU : 0.0, one = m == n ? 1.0 : 0.0;
            below[k][j][i][m][n] = -0.5 * DT * jacobian[k][j][i - 1][m][n] - viscous;
            middle[k][j][i][m][n] = one + 2.0 * viscous;
            above[k][j][i][m][n] = 0.5 * DT * jacobian[k][j][i + 1][m][n] - viscous;
          }
}

static void bt_ends_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++)
        for (int n = 0; n < 5; n++) {
          below[k][j][0][m][n] = below[k][j][N - 1][m][n] = 0.0;
          middle[k][j][0][m][n] = middle[k][j][N - 1][m][n] = m == n ? 1.0 : 0.0;
          above[k][j][0][m][n] = above[k][j][N - 1][m][n] = 0.0;
        }
}

static void bt_eliminate_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = 0; i < N; i++) {
        if (i > 0)
          for (int m = 0; m < 5; m++)
            for (int p = 0; p < 5; p++) {
              rhs[k][j][i][m] -= below[k][j][i][m][p] * rhs[k][j][i - 1][p];
              for (int n = 0; n < 5; n++)
                middle[k][j][i][m][n] -= below[k][j][i][m][p] * above[k][j][i - 1][p][n];
            }
        for (int p = 0; p < 5; p++) {
          double pivot = 1.0 / middle[k][j][i][p][p];
          rhs[k][j][i][p] *= pivot;
          for (int n = 0; n < 5; n++) {
            middle[k][j][i][p][n] *= pivot;
            above[k][j][i][p][n] *= pivot;
          }
          for (int m = 0; m < 5; m++) {
            double factor = m == p ? 0.0 : middle[k][j][i][m][p];
            rhs[k][j][i][m] -= factor * rhs[k][j][i][p];
            for (int n = 0; n < 5; n++) {
              middle[k][j][i][m][n] -= factor * middle[k][j][i][p][n];
              above[k][j][i][m][n] -= factor * above[k][j][i][p][n];
            }
          }
        }
      }
    }
  }
}

static void bt_substitute_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++) {
    for (int j = 1; j < N - 1; j++) {
      for (int i = N - 2; i >= 0; i--) {
        for (int m = 0; m < 5; m++)
          for (int p = 0; p < 5; p++)
            rhs[k][j][i][m] -= above[k][j][i][m][p] * rhs[k][j][i + 1][p];
      }
    }
  }
}

static void bt_jacobian_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 0; j < N; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++)
            jacobian[k][j][i][m][n] = coupling[1][m][n] * u[k][j][i][m] + (m == n ? u[k][j][i][2] / u[k][j][i][0] : 0.0);
}

static void bt_blocks_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++) {
            double viscous = m == n ? DT * NU : 0.0, one = m == n ? 1.0 : 0.0;
            below[k][j][i][m][n] = -0.5 * DT * jacobian[k][j - 1][i][m][n] - viscous;
            middle[k][j][i][m][n] = one + 2.0 * viscous;
            above[k][j][i][m][n] = 0.5 * DT * jacobian[k][j + 1][i][m][n] - viscous;
          }
}

static void bt_ends_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        for (int n = 0; n < 5; n++) {
          below[k][0][i][m][n] = below[k][N - 1][i][m][n] = 0.0;
          middle[k][0][i][m][n] = middle[k][N - 1][i][m][n] = m == n ? 1.0 : 0.0;
          above[k][0][i][m][n] = above[k][N - 1][i][m][n] = 0.0;
        }
}

static void bt_eliminate_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = 0; j < N; j++) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = 0; j < N; j++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        if (j > 0)
          for (int m = 0; m < 5; m++)
            for (int p = 0; p < 5; p++) {
              rhs[k][j][i][m] -= below[k][j][i][m][p] * rhs[k][j - 1][i][p];
              for (int n = 0; n < 5; n++)
                middle[k][j][i][m][n] -= below[k][j][i][m][p] * above[k][j - 1][i][p][n];
            }
        for (int p = 0; p < 5; p++) {
          double pivot = 1.0 / middle[k][j][i][p][p];
          rhs[k][j][i][p] *= pivot;
          for (int n = 0; n < 5; n++) {
            middle[k][j][i][p][n] *= pivot;
            above[k][j][i][p][n] *= pivot;
          }
          for (int m = 0; m < 5; m++) {
            double factor = m == p ? 0.0 : middle[k][j][i][m][p];
            rhs[k][j][i][m] -= factor * rhs[k][j][i][p];
            for (int n = 0; n < 5; n++) {
              middle[k][j][i][m][n] -= factor * middle[k][j][i][p][n];
              above[k][j][i][m][n] -= factor * above[k][j][i][p][n];
            }
          }
        }
      }
    }
  }
}

static void bt_substitute_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int k = 1; k < N - 1; k++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = N - 2; j >= 0; j--) {
#else
#pragma omp target teams distribute parallel for
  for (int k = 1; k < N - 1; k++) {
    for (int j = N - 2; j >= 0; j--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int m = 0; m < 5; m++)
          for (int p = 0; p < 5; p++)
            rhs[k][j][i][m] -= above[k][j][i][m][p] * rhs[k][j + 1][i][p];
      }
    }
  }
}

static void bt_jacobian_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 0; k < N; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++)
            jacobian[k][j][i][m][n] = coupling[2][m][n] * u[k][j][i][m] + (m == n ? u[k][j][i][3] / u[k][j][i][0] : 0.0);
}

static void bt_blocks_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++) {
            double viscous = m == n ? DT * NU : 0.0, one = m == n ? 1.0 : 0.0;
            below[k][j][i][m][n] = -0.5 * DT * jacobian[k - 1][j][i][m][n] - viscous;
            middle[k][j][i][m][n] = one + 2.0 * viscous;
            above[k][j][i][m][n] = 0.5 * DT * jacobian[k + 1][j][i][m][n] - viscous;
          }
}

static void bt_ends_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        for (int n = 0; n < 5; n++) {
          below[0][j][i][m][n] = below[N - 1][j][i][m][n] = 0.0;
          middle[0][j][i][m][n] = middle[N - 1][j][i][m][n] = m == n ? 1.0 : 0.0;
          above[0][j][i][m][n] = above[N - 1][j][i][m][n] = 0.0;
        }
}

static void bt_eliminate_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = 0; k < N; k++) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = 0; k < N; k++) {
      for (int i = 1; i < N - 1; i++) {
#endif
        if (k > 0)
          for (int m = 0; m < 5; m++)
            for (int p = 0; p < 5; p++) {
              rhs[k][j][i][m] -= below[k][j][i][m][p] * rhs[k - 1][j][i][p];
              for (int n = 0; n < 5; n++)
                middle[k][j][i][m][n] -= below[k][j][i][m][p] * above[k - 1][j][i][p][n];
            }
        for (int p = 0; p < 5; p++) {
          double pivot = 1.0 / middle[k][j][i][p][p];
          rhs[k][j][i][p] *= pivot;
          for (int n = 0; n < 5; n++) {
            middle[k][j][i][p][n] *= pivot;
            above[k][j][i][p][n] *= pivot;
          }
          for (int m = 0; m < 5; m++) {
            double factor = m == p ? 0.0 : middle[k][j][i][m][p];
            rhs[k][j][i][m] -= factor * rhs[k][j][i][p];
            for (int n = 0; n < 5; n++) {
              middle[k][j][i][m][n] -= factor * middle[k][j][i][p][n];
              above[k][j][i][m][n] -= factor * above[k][j][i][p][n];
            }
          }
        }
      }
    }
  }
}

static void bt_substitute_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
  for (int j = 1; j < N - 1; j++) {
    for (int i = 1; i < N - 1; i++) {
      for (int k = N - 2; k >= 0; k--) {
#else
#pragma omp target teams distribute parallel for
  for (int j = 1; j < N - 1; j++) {
    for (int k = N - 2; k >= 0; k--) {
      for (int i = 1; i < N - 1; i++) {
#endif
        for (int m = 0; m < 5; m++)
          for (int p = 0; p < 5; p++)
            rhs[k][j][i][m] -= above[k][j][i][m][p] * rhs[k + 1][j][i][p];
      }
    }
  }
}

static void bt_advance(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          u[k][j][i][m] += rhs[k][j][i][m];
}

static void bt_solve(void) {
  BENCH_TIME(bt_jacobian_x);
  BENCH_TIME(bt_blocks_x);
  BENCH_TIME(bt_ends_x);
  BENCH_TIME(bt_eliminate_x);
  BENCH_TIME(bt_substitute_x);
  BENCH_TIME(bt_jacobian_y);
  BENCH_TIME(bt_blocks_y);
  BENCH_TIME(bt_ends_y);
  BENCH_TIME(bt_eliminate_y);
  BENCH_TIME(bt_substitute_y);
  BENCH_TIME(bt_jacobian_z);
  BENCH_TIME(bt_blocks_z);
  BENCH_TIME(bt_ends_z);
  BENCH_TIME(bt_eliminate_z);
  BENCH_TIME(bt_substitute_z);
  BENCH_TIME(bt_advance);
}

typedef struct {
  double below[5][5], middle[5][5], above[5][5];
} block_row;

static double flux_jacobian(int axis, const double *v, int m, int n) {
  return coupling[axis][m][n] * v[m] + (m == n ? v[axis + 1] / v[0] : 0.0);
}

/* The row of point p in the middle of a line, or of one of its ends. */
static void fill_row(int axis, int stride, int p, int end, block_row *row) {
  const double *v = &u[0][0][0][0] + 5*p;
  for (int m = 0; m < 5; m++)
    for (int n = 0; n < 5; n++) {
      double viscous = m == n ? DT * NU : 0.0, one = m == n ? 1.0 : 0.0;
      row->below[m][n] = end ? 0.0 : -0.5 * DT * flux_jacobian(axis, v - 5*stride, m, n) - viscous;
      row->middle[m][n] = end ? one : one + 2.0 * viscous;
      row->above[m][n] = end ? 0.0 : 0.5 * DT * flux_jacobian(axis, v + 5*stride, m, n) - viscous;
    }
}

/* Takes a multiple of the row before from `row` and of its right-hand side. */
static void eliminate_below(block_row *row, const block_row *before, double *r, const double *r_before) {
  for (int m = 0; m < 5; m++)
    for (int p = 0; p < 5; p++) {
      r[m] -= row->below[m][p] * r_before[p];
      for (int n = 0; n < 5; n++)
        row->middle[m][n] -= row->below[m][p] * before->above[p][n];
    }
}

/* Multiplies `row` and its right-hand side by the inverse of its middle block. */
static void normalise(block_row *row, double *r) {
  for (int p = 0; p < 5; p++) {
    double pivot = 1.0 / row->middle[p][p];
    r[p] *= pivot;
    for (int n = 0; n < 5; n++) {
      row->middle[p][n] *= pivot;
      row->above[p][n] *= pivot;
    }
    for (int m = 0; m < 5; m++) {
      double factor = m == p ? 0.0 : row->middle[m][p];
      r[m] -= factor * r[p];
      for (int n = 0; n < 5; n++) {
        row->middle[m][n] -= factor * row->middle[p][n];
        row->above[m][n] -= factor * row->above[p][n];
      }
    }
  }
}

static void serial_line(int axis, int stride, int start) {
  static block_row rows[N];
  for (int at = 0; at < N; at++) {
    int p = start + at*stride;
    fill_row(axis, stride, p, at == 0 || at == N - 1, &rows[at]);
    if (at > 0)
      eliminate_below(&rows[at], &rows[at - 1], serial_rhs[p], serial_rhs[p - stride]);
    normalise(&rows[at], serial_rhs[p]);
  }
  for (int at = N - 2; at >= 0; at--)
    for (int m = 0; m < 5; m++)
      for (int p = 0; p < 5; p++)
        serial_rhs[start + at*stride][m] -= rows[at].above[m][p] * serial_rhs[start + (at + 1)*stride][p];
}

/* Every line along `axis` that does not lie in a face. */
static void serial_direction(int axis, int stride) {
  static const int strides[3] = {1, N, N*N};
  int a = strides[(axis + 1) % 3], b = strides[(axis + 2) % 3];
  for (int first = 1; first < N - 1; first++)
    for (int second = 1; second < N - 1; second++)
      serial_line(axis, stride, first*a + second*b);
}

/* Densities stay away from zero. */
static void fill(double *values) {
  bench_fill_doubles(values, 5*POINTS, 1);
  for (int p = 0; p < POINTS; p++)
    values[5*p] += 2.0;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "bt_solve");
  fill(&u[0][0][0][0]);
  bench_fill_doubles(&rhs[0][0][0][0], 5*POINTS, 2);
  bench_fill_doubles(&serial_rhs[0][0], 5*POINTS, 2);
  bench_fill_doubles(&coupling[0][0][0], 3*5*5, 3);

  bench_keep(u, sizeof u);
  bench_keep(rhs, sizeof rhs);
#pragma omp target enter data map(to: u, rhs, coupling, jacobian, below, middle, above)
  while (bench_repeat()) {
#pragma omp target update to(u, rhs)
    bt_solve();
  }
#pragma omp target exit data map(from: rhs) map(release: u, coupling, jacobian, below, middle, above)

  fill(&u[0][0][0][0]);
  for (int axis = 0, stride = 1; bench_wants_reference() && axis < 3; axis++, stride *= N)
    serial_direction(axis, stride);
  bench_output_doubles(&rhs[0][0][0][0], &serial_rhs[0][0], 5*POINTS);
  return bench_end();
}
