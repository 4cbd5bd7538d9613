/* The right-hand side of an approximately factored scheme for the five conserved quantities of a gas on
 * a cubic grid (Beam and Warming 1978), the quantities of a point side by side: convection and pressure,
 * viscosity, and fourth-order damping along each direction, each of whose first and last two rows has a
 * region of its own. Double precision. */
#include "bench.h"

#define N 40
#define POINTS (N*N*N)
#define NU 0.05
#define EPSILON 0.02
#define DT 0.01
#define GAMMA 1.4

static double u[N][N][N][5], forcing[N][N][N][5], rhs[N][N][N][5];
static double speed[N][N][N][3], pressure[N][N][N], residual[N];
static double serial_u[POINTS][5], serial_rhs[POINTS][5], serial_pressure[POINTS], serial_residual[N];

static void bt_pressure(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        double kinetic = 0.0;
        for (int m = 0; m < 3; m++) {
          speed[k][j][i][m] = u[k][j][i][m + 1] / u[k][j][i][0];
          kinetic += 0.5 * speed[k][j][i][m] * u[k][j][i][m + 1];
        }
        pressure[k][j][i] = (GAMMA - 1.0) * (u[k][j][i][4] - kinetic);
      }
}

static void bt_forcing(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] = forcing[k][j][i][m];
}

static void bt_flux_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        for (int m = 0; m < 4; m++)
          rhs[k][j][i][m] -= 0.5 * (speed[k][j][i + 1][0] * u[k][j][i + 1][m] - speed[k][j][i - 1][0] * u[k][j][i - 1][m]);
        rhs[k][j][i][1] -= 0.5 * (pressure[k][j][i + 1] - pressure[k][j][i - 1]);
        rhs[k][j][i][4] -= 0.5 * (speed[k][j][i + 1][0] * (u[k][j][i + 1][4] + pressure[k][j][i + 1])
                              - speed[k][j][i - 1][0] * (u[k][j][i - 1][4] + pressure[k][j][i - 1]));
      }
}

static void bt_viscous_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] += NU * (u[k][j][i + 1][m] - 2.0 * u[k][j][i][m] + u[k][j][i - 1][m]);
}

static void bt_damp_first_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++)
        rhs[k][j][1][m] -= EPSILON * (5.0 * u[k][j][1][m] - 4.0 * u[k][j][2][m] + u[k][j][3][m]);
}

static void bt_damp_second_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++)
        rhs[k][j][2][m] -= EPSILON * (-4.0 * u[k][j][1][m] + 6.0 * u[k][j][2][m] - 4.0 * u[k][j][3][m] + u[k][j][4][m]);
}

static void bt_damp_inner_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 3; i < N - 3; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] -= EPSILON * (u[k][j][i - 2][m] - 4.0 * u[k][j][i - 1][m] + 6.0 * u[k][j][i][m]
                                - 4.0 * u[k][j][i + 1][m] + u[k][j][i + 2][m]);
}

static void bt_damp_last_but_one_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++)
        rhs[k][j][N - 3][m] -= EPSILON * (u[k][j][N - 5][m] - 4.0 * u[k][j][N - 4][m] + 6.0 * u[k][j][N - 3][m] - 4.0 * u[k][j][N - 2][m]);
}

static void bt_damp_last_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++)
        rhs[k][j][N - 2][m] -= EPSILON * (u[k][j][N - 4][m] - 4.0 * u[k][j][N - 3][m] + 5.0 * u[k][j][N - 2][m]);
}

static void bt_flux_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        for (int m = 0; m < 4; m++)
          rhs[k][j][i][m] -= 0.5 * (speed[k][j + 1][i][1] * u[k][j + 1][i][m] - speed[k][j - 1][i][1] * u[k][j - 1][i][m]);
        rhs[k][j][i][2] -= 0.5 * (pressure[k][j + 1][i] - pressure[k][j - 1][i]);
        rhs[k][j][i][4] -= 0.5 * (speed[k][j + 1][i][1] * (u[k][j + 1][i][4] + pressure[k][j + 1][i])
                              - speed[k][j - 1][i][1] * (u[k][j - 1][i][4] + pressure[k][j - 1][i]));
      }
}

static void bt_viscous_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] += NU * (u[k][j + 1][i][m] - 2.0 * u[k][j][i][m] + u[k][j - 1][i][m]);
}

static void bt_damp_first_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[k][1][i][m] -= EPSILON * (5.0 * u[k][1][i][m] - 4.0 * u[k][2][i][m] + u[k][3][i][m]);
}

static void bt_damp_second_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[k][2][i][m] -= EPSILON * (-4.0 * u[k][1][i][m] + 6.0 * u[k][2][i][m] - 4.0 * u[k][3][i][m] + u[k][4][i][m]);
}

static void bt_damp_inner_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 3; j < N - 3; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] -= EPSILON * (u[k][j - 2][i][m] - 4.0 * u[k][j - 1][i][m] + 6.0 * u[k][j][i][m]
                                - 4.0 * u[k][j + 1][i][m] + u[k][j + 2][i][m]);
}

static void bt_damp_last_but_one_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[k][N - 3][i][m] -= EPSILON * (u[k][N - 5][i][m] - 4.0 * u[k][N - 4][i][m] + 6.0 * u[k][N - 3][i][m] - 4.0 * u[k][N - 2][i][m]);
}

static void bt_damp_last_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[k][N - 2][i][m] -= EPSILON * (u[k][N - 4][i][m] - 4.0 * u[k][N - 3][i][m] + 5.0 * u[k][N - 2][i][m]);
}

static void bt_flux_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        for (int m = 0; m < 4; m++)
          rhs[k][j][i][m] -= 0.5 * (speed[k + 1][j][i][2] * u[k + 1][j][i][m] - speed[k - 1][j][i][2] * u[k - 1][j][i][m]);
        rhs[k][j][i][3] -= 0.5 * (pressure[k + 1][j][i] - pressure[k - 1][j][i]);
        rhs[k][j][i][4] -= 0.5 * (speed[k + 1][j][i][2] * (u[k + 1][j][i][4] + pressure[k + 1][j][i])
                              - speed[k - 1][j][i][2] * (u[k - 1][j][i][4] + pressure[k - 1][j][i]));
      }
}

static void bt_viscous_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] += NU * (u[k + 1][j][i][m] - 2.0 * u[k][j][i][m] + u[k - 1][j][i][m]);
}

static void bt_damp_first_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[1][j][i][m] -= EPSILON * (5.0 * u[1][j][i][m] - 4.0 * u[2][j][i][m] + u[3][j][i][m]);
}

static void bt_damp_second_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[2][j][i][m] -= EPSILON * (-4.0 * u[1][j][i][m] + 6.0 * u[2][j][i][m] - 4.0 * u[3][j][i][m] + u[4][j][i][m]);
}

static void bt_damp_inner_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 3; k < N - 3; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] -= EPSILON * (u[k - 2][j][i][m] - 4.0 * u[k - 1][j][i][m] + 6.0 * u[k][j][i][m]
                                - 4.0 * u[k + 1][j][i][m] + u[k + 2][j][i][m]);
}

static void bt_damp_last_but_one_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[N - 3][j][i][m] -= EPSILON * (u[N - 5][j][i][m] - 4.0 * u[N - 4][j][i][m] + 6.0 * u[N - 3][j][i][m] - 4.0 * u[N - 2][j][i][m]);
}

static void bt_damp_last_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++)
        rhs[N - 2][j][i][m] -= EPSILON * (u[N - 4][j][i][m] - 4.0 * u[N - 3][j][i][m] + 5.0 * u[N - 2][j][i][m]);
}

static void bt_scale(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[k][j][i][m] *= DT;
}

static void bt_advance(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(4)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          u[k][j][i][m] += rhs[k][j][i][m];
}

/* The sum of squares of each plane. */
static void bt_residual(void) {
#pragma omp target teams distribute parallel for
  for (int k = 0; k < N; k++) {
    double sum = 0.0;
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        for (int m = 0; m < 5; m++)
          sum += rhs[k][j][i][m] * rhs[k][j][i][m];
    residual[k] = sum;
  }
}

static void bt_direction_x(void) {
  BENCH_TIME(bt_flux_x);
  BENCH_TIME(bt_viscous_x);
  BENCH_TIME(bt_damp_first_x);
  BENCH_TIME(bt_damp_second_x);
  BENCH_TIME(bt_damp_inner_x);
  BENCH_TIME(bt_damp_last_but_one_x);
  BENCH_TIME(bt_damp_last_x);
}

static void bt_direction_y(void) {
  BENCH_TIME(bt_flux_y);
  BENCH_TIME(bt_viscous_y);
  BENCH_TIME(bt_damp_first_y);
  BENCH_TIME(bt_damp_second_y);
  BENCH_TIME(bt_damp_inner_y);
  BENCH_TIME(bt_damp_last_but_one_y);
  BENCH_TIME(bt_damp_last_y);
}

static void bt_direction_z(void) {
  BENCH_TIME(bt_flux_z);
  BENCH_TIME(bt_viscous_z);
  BENCH_TIME(bt_damp_first_z);
  BENCH_TIME(bt_damp_second_z);
  BENCH_TIME(bt_damp_inner_z);
  BENCH_TIME(bt_damp_last_but_one_z);
  BENCH_TIME(bt_damp_last_z);
}

static void bt_step(void) {
  BENCH_TIME(bt_pressure);
  BENCH_TIME(bt_forcing);
  bt_direction_x();
  bt_direction_y();
  bt_direction_z();
  BENCH_TIME(bt_scale);
  BENCH_TIME(bt_advance);
  BENCH_TIME(bt_residual);
}

static int inside(int p) { return p % N % (N - 1) && p / N % N % (N - 1) && p / N / N % (N - 1); }

/* The fourth difference of a quantity at place `at` of a line of N points that are `stride` apart;
 * beyond the ends of the interior its rows are cut off. */
static double fourth_difference(const double *v, int at, int stride) {
  double sum = at > 2 ? v[-10*stride] : 0.0;
  if (at == 1)
    return 5.0 * v[0] - 4.0 * v[5*stride] + v[10*stride];
  if (at == N - 2)
    return sum - 4.0 * v[-5*stride] + 5.0 * v[0];
  sum = (at > 2 ? sum - 4.0 * v[-5*stride] : -4.0 * v[-5*stride]) + 6.0 * v[0] - 4.0 * v[5*stride];
  return at < N - 3 ? sum + v[10*stride] : sum;
}

static void serial_point(int axis, int stride, int p) {
  int place[3] = {p % N, p / N % N, p / N / N};
  const double *next = serial_u[p + stride], *last = serial_u[p - stride];
  double forward = next[1 + axis] / next[0], backward = last[1 + axis] / last[0];
  double pushing = serial_pressure[p + stride], pulling = serial_pressure[p - stride];
  double *out = serial_rhs[p];
  for (int m = 0; m < 4; m++)
    out[m] -= 0.5 * (forward * next[m] - backward * last[m]);
  out[1 + axis] -= 0.5 * (pushing - pulling);
  out[4] -= 0.5 * (forward * (next[4] + pushing) - backward * (last[4] + pulling));
  for (int m = 0; m < 5; m++) {
    out[m] += NU * (next[m] - 2.0 * serial_u[p][m] + last[m]);
    out[m] -= EPSILON * fourth_difference(serial_u[p] + m, place[axis], stride);
  }
}

static void serial_step(void) {
  memcpy(serial_rhs, forcing, sizeof serial_rhs);
  memset(serial_residual, 0, sizeof serial_residual);
  for (int p = 0; p < POINTS; p++) {
    double kinetic = 0.0;
    for (int m = 1; m < 4; m++)
      kinetic += 0.5 * (serial_u[p][m] / serial_u[p][0]) * serial_u[p][m];
    serial_pressure[p] = (GAMMA - 1.0) * (serial_u[p][4] - kinetic);
  }
  for (int axis = 0, stride = 1; axis < 3; axis++, stride *= N)
    for (int p = 0; p < POINTS; p++)
      if (inside(p))
        serial_point(axis, stride, p);
  for (int p = 0; p < POINTS; p++)
    for (int m = 0; m < 5; m++) {
      serial_rhs[p][m] *= inside(p) ? DT : 1.0;
      serial_u[p][m] += inside(p) ? serial_rhs[p][m] : 0.0;
      serial_residual[p / N / N] += serial_rhs[p][m] * serial_rhs[p][m];
    }
}

/* Densities and energies stay away from zero. */
static void fill(double *values) {
  bench_fill_doubles(values, 5*POINTS, 1);
  for (int p = 0; p < POINTS; p++) {
    values[5*p] += 2.0;
    values[5*p + 4] += 4.0;
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "bt_rhs");
  int steps = bench_size("steps", 2, 1, 1000);
  fill(&u[0][0][0][0]);
  fill(&serial_u[0][0]);
  bench_fill_doubles(&forcing[0][0][0][0], 5*POINTS, 2);

  bench_keep(u, sizeof u);
#pragma omp target enter data map(to: u, forcing, rhs, speed, pressure, residual)
  while (bench_repeat()) {
#pragma omp target update to(u)
    for (int step = 0; step < steps; step++)
      bt_step();
  }
#pragma omp target exit data map(from: u, rhs, residual) map(release: forcing, speed, pressure)

  for (int step = 0; bench_wants_reference() && step < steps; step++)
    serial_step();
  bench_output_doubles(&u[0][0][0][0], &serial_u[0][0], 5*POINTS);
  bench_output_doubles(&rhs[0][0][0][0], &serial_rhs[0][0], 5*POINTS);
  bench_output_doubles(residual, serial_residual, N);
  return bench_end();
}
