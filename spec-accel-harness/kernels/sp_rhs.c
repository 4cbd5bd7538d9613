/* The right-hand side of an approximately factored scheme for five conserved quantities on a cubic grid
 * (Pulliam and Chaussee 1981), one array per quantity: central differences, viscosity and fourth-order
 * damping along each direction, whose first and last rows have regions of their own. Double precision. */
#include "bench.h"

#define N 40
#define POINTS (N*N*N)
#define NU 0.05
#define EPSILON 0.02
#define DT 0.01

static double u[5][N][N][N], forcing[5][N][N][N];
static double speed[3][N][N][N], rhs[5][N][N][N];
static double serial_u[5*POINTS], serial_rhs[5*POINTS];

static void sp_speeds(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        double volume = 1.0 / u[0][k][j][i];
        speed[0][k][j][i] = u[1][k][j][i] * volume;
        speed[1][k][j][i] = u[2][k][j][i] * volume;
        speed[2][k][j][i] = u[3][k][j][i] * volume;
      }
}

static void sp_forcing(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(4)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int m = 0; m < 5; m++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
          rhs[m][k][j][i] = forcing[m][k][j][i];
}

static void sp_flux_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] += NU * (u[m][k][j][i + 1] - 2.0 * u[m][k][j][i] + u[m][k][j][i - 1])
                     - 0.5 * (speed[0][k][j][i + 1] * u[m][k][j][i + 1] - speed[0][k][j][i - 1] * u[m][k][j][i - 1]);
}

static void sp_damp_first_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++) {
        rhs[m][k][j][1] -= EPSILON * (5.0 * u[m][k][j][1] - 4.0 * u[m][k][j][2] + u[m][k][j][3]);
        rhs[m][k][j][2] -= EPSILON * (-4.0 * u[m][k][j][1] + 6.0 * u[m][k][j][2] - 4.0 * u[m][k][j][3] + u[m][k][j][4]);
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
      for (int i = 3; i < N - 3; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] -= EPSILON * (u[m][k][j][i - 2] - 4.0 * u[m][k][j][i - 1] + 6.0 * u[m][k][j][i]
                                  - 4.0 * u[m][k][j][i + 1] + u[m][k][j][i + 2]);
}

static void sp_damp_last_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int m = 0; m < 5; m++) {
        rhs[m][k][j][N - 3] -= EPSILON * (u[m][k][j][N - 5] - 4.0 * u[m][k][j][N - 4] + 6.0 * u[m][k][j][N - 3] - 4.0 * u[m][k][j][N - 2]);
        rhs[m][k][j][N - 2] -= EPSILON * (u[m][k][j][N - 4] - 4.0 * u[m][k][j][N - 3] + 5.0 * u[m][k][j][N - 2]);
      }
}

static void sp_flux_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] += NU * (u[m][k][j + 1][i] - 2.0 * u[m][k][j][i] + u[m][k][j - 1][i])
                     - 0.5 * (speed[1][k][j + 1][i] * u[m][k][j + 1][i] - speed[1][k][j - 1][i] * u[m][k][j - 1][i]);
}

static void sp_damp_first_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++) {
        rhs[m][k][1][i] -= EPSILON * (5.0 * u[m][k][1][i] - 4.0 * u[m][k][2][i] + u[m][k][3][i]);
        rhs[m][k][2][i] -= EPSILON * (-4.0 * u[m][k][1][i] + 6.0 * u[m][k][2][i] - 4.0 * u[m][k][3][i] + u[m][k][4][i]);
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
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] -= EPSILON * (u[m][k][j - 2][i] - 4.0 * u[m][k][j - 1][i] + 6.0 * u[m][k][j][i]
                                  - 4.0 * u[m][k][j + 1][i] + u[m][k][j + 2][i]);
}

static void sp_damp_last_y(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++) {
        rhs[m][k][N - 3][i] -= EPSILON * (u[m][k][N - 5][i] - 4.0 * u[m][k][N - 4][i] + 6.0 * u[m][k][N - 3][i] - 4.0 * u[m][k][N - 2][i]);
        rhs[m][k][N - 2][i] -= EPSILON * (u[m][k][N - 4][i] - 4.0 * u[m][k][N - 3][i] + 5.0 * u[m][k][N - 2][i]);
      }
}

static void sp_flux_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] += NU * (u[m][k + 1][j][i] - 2.0 * u[m][k][j][i] + u[m][k - 1][j][i])
                     - 0.5 * (speed[2][k + 1][j][i] * u[m][k + 1][j][i] - speed[2][k - 1][j][i] * u[m][k - 1][j][i]);
}

static void sp_damp_first_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++) {
        rhs[m][1][j][i] -= EPSILON * (5.0 * u[m][1][j][i] - 4.0 * u[m][2][j][i] + u[m][3][j][i]);
        rhs[m][2][j][i] -= EPSILON * (-4.0 * u[m][1][j][i] + 6.0 * u[m][2][j][i] - 4.0 * u[m][3][j][i] + u[m][4][j][i]);
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
      for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
          rhs[m][k][j][i] -= EPSILON * (u[m][k - 2][j][i] - 4.0 * u[m][k - 1][j][i] + 6.0 * u[m][k][j][i]
                                  - 4.0 * u[m][k + 1][j][i] + u[m][k + 2][j][i]);
}

static void sp_damp_last_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      for (int m = 0; m < 5; m++) {
        rhs[m][N - 3][j][i] -= EPSILON * (u[m][N - 5][j][i] - 4.0 * u[m][N - 4][j][i] + 6.0 * u[m][N - 3][j][i] - 4.0 * u[m][N - 2][j][i]);
        rhs[m][N - 2][j][i] -= EPSILON * (u[m][N - 4][j][i] - 4.0 * u[m][N - 3][j][i] + 5.0 * u[m][N - 2][j][i]);
      }
}

static void sp_scale(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(4)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int m = 0; m < 5; m++)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          rhs[m][k][j][i] *= DT;
}

static void sp_advance(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(4)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int m = 0; m < 5; m++)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          u[m][k][j][i] += rhs[m][k][j][i];
}

static void sp_step(void) {
  BENCH_TIME(sp_speeds);
  BENCH_TIME(sp_forcing);
  BENCH_TIME(sp_flux_x);
  BENCH_TIME(sp_damp_first_x);
  BENCH_TIME(sp_damp_inner_x);
  BENCH_TIME(sp_damp_last_x);
  BENCH_TIME(sp_flux_y);
  BENCH_TIME(sp_damp_first_y);
  BENCH_TIME(sp_damp_inner_y);
  BENCH_TIME(sp_damp_last_y);
  BENCH_TIME(sp_flux_z);
  BENCH_TIME(sp_damp_first_z);
  BENCH_TIME(sp_damp_inner_z);
  BENCH_TIME(sp_damp_last_z);
  BENCH_TIME(sp_scale);
  BENCH_TIME(sp_advance);
}

/* The fourth difference at place `at` of a line of N points that are `stride` apart; beyond the ends of
 * the interior its rows are cut off. */
static double fourth_difference(const double *v, int at, int stride) {
  double sum = at > 2 ? v[-2*stride] : 0.0;
  if (at == 1)
    return 5.0 * v[0] - 4.0 * v[stride] + v[2*stride];
  if (at == N - 2)
    return sum - 4.0 * v[-stride] + 5.0 * v[0];
  sum = (at > 2 ? sum - 4.0 * v[-stride] : -4.0 * v[-stride]) + 6.0 * v[0] - 4.0 * v[stride];
  return at < N - 3 ? sum + v[2*stride] : sum;
}

static void serial_direction(int axis, int stride) {
  for (int m = 0; m < 5; m++)
    for (int p = 0; p < POINTS; p++) {
      int place[3] = {p % N, p / N % N, p / N / N};
      const double *v = serial_u + m*POINTS + p, *w = serial_u + (1 + axis)*POINTS + p, *r = serial_u + p;
      double *out = serial_rhs + m*POINTS + p;
      if (place[0] % (N - 1) == 0 || place[1] % (N - 1) == 0 || place[2] % (N - 1) == 0)
        continue;
      *out += NU * (v[stride] - 2.0 * v[0] + v[-stride])
            - 0.5 * (w[stride] * (1.0 / r[stride]) * v[stride] - w[-stride] * (1.0 / r[-stride]) * v[-stride]);
      *out -= EPSILON * fourth_difference(v, place[axis], stride);
    }
}

static void serial_step(void) {
  memcpy(serial_rhs, forcing, sizeof serial_rhs);
  for (int axis = 0, stride = 1; axis < 3; axis++, stride *= N)
    serial_direction(axis, stride);
  for (int at = 0; at < 5*POINTS; at++) {
    int p = at % POINTS, inside = p % N % (N - 1) && p / N % N % (N - 1) && p / N / N % (N - 1);
    if (!inside)
      continue;
    serial_rhs[at] *= DT;
    serial_u[at] += serial_rhs[at];
  }
}

/* The first quantity, a density, stays away from zero. */
static void fill(double *values) {
  bench_fill_doubles(values, 5*POINTS, 1);
  for (int p = 0; p < POINTS; p++)
    values[p] += 2.0;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "sp_rhs");
  int steps = bench_size("steps", 2, 1, 1000);
  fill(&u[0][0][0][0]);
  fill(serial_u);
  bench_fill_doubles(&forcing[0][0][0][0], 5*POINTS, 2);

  bench_keep(u, sizeof u);
#pragma omp target enter data map(to: u, forcing, speed, rhs)
  while (bench_repeat()) {
#pragma omp target update to(u)
    for (int step = 0; step < steps; step++)
      sp_step();
  }
#pragma omp target exit data map(from: u, rhs) map(release: forcing, speed)

  for (int step = 0; bench_wants_reference() && step < steps; step++)
    serial_step();
  bench_output_doubles(&u[0][0][0][0], serial_u, 5*POINTS);
  bench_output_doubles(&rhs[0][0][0][0], serial_rhs, 5*POINTS);
  return bench_end();
}
