/* The shallow-water equations on a doubly periodic staggered grid by the scheme of Sadourny (1975) with
 * leapfrog steps and the filter of Robert (1966) and Asselin (1972), double precision. u stands on a
 * cell's west side, v on its south side, the vorticity on its south-west corner. The interior is
 * 1..M x 1..N; one layer of copies around it makes it periodic. */
#include "bench.h"

#define M 192
#define N 160
#define DX 1000.0
#define DY 1000.0
#define DT 5.0
#define FILTER 0.02

typedef double field[M + 2][N + 2];

static field psi, p, u, v, p_old, u_old, v_old, p_new, u_new, v_new;
static field mass_u, mass_v, vorticity, head;
static field serial[3], serial_old[3];

static void swim_velocities(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 1; i <= M; i++) {
    for (int j = 1; j <= N; j++) {
      u[i][j] = -(psi[i][j + 1] - psi[i][j]) / DY;
      v[i][j] = (psi[i + 1][j] - psi[i][j]) / DX;
    }
  }
}

static void swim_begin(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < M + 2; i++) {
    for (int j = 0; j < N + 2; j++) {
      u_old[i][j] = u[i][j];
      v_old[i][j] = v[i][j];
      p_old[i][j] = p[i][j];
    }
  }
}

static void swim_wrap_rows(field f) {
#pragma omp target teams distribute parallel for map(tofrom: f[0:M+2])
  for (int j = 1; j <= N; j++) {
    f[0][j] = f[M][j];
    f[M + 1][j] = f[1][j];
  }
}

static void swim_wrap_columns(field f) {
#pragma omp target teams distribute parallel for map(tofrom: f[0:M+2])
  for (int i = 0; i < M + 2; i++) {
    f[i][0] = f[i][N];
    f[i][N + 1] = f[i][1];
  }
}

static void swim_fluxes(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 1; i <= M; i++) {
    for (int j = 1; j <= N; j++) {
      mass_u[i][j] = 0.5 * (p[i][j] + p[i - 1][j]) * u[i][j];
      mass_v[i][j] = 0.5 * (p[i][j] + p[i][j - 1]) * v[i][j];
    }
  }
}

static void swim_vorticity(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 1; i <= M; i++) {
    for (int j = 1; j <= N; j++) {
      vorticity[i][j] = ((v[i][j] - v[i - 1][j]) / DX - (u[i][j] - u[i][j - 1]) / DY)
                      / (0.25 * (p[i][j] + p[i - 1][j] + p[i][j - 1] + p[i - 1][j - 1]));
    }
  }
}

static void swim_head(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 1; i <= M; i++) {
    for (int j = 1; j <= N; j++) {
      head[i][j] = p[i][j] + 0.25 * (u[i][j] * u[i][j] + u[i + 1][j] * u[i + 1][j]
                                   + v[i][j] * v[i][j] + v[i][j + 1] * v[i][j + 1]);
    }
  }
}

static void swim_advance(double span) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 1; i <= M; i++) {
    for (int j = 1; j <= N; j++) {
      u_new[i][j] = u_old[i][j]
                  + span * (0.125 * (vorticity[i][j] + vorticity[i][j + 1])
                                  * (mass_v[i][j] + mass_v[i][j + 1] + mass_v[i - 1][j] + mass_v[i - 1][j + 1])
                          - (head[i][j] - head[i - 1][j]) / DX);
      v_new[i][j] = v_old[i][j]
                  - span * (0.125 * (vorticity[i][j] + vorticity[i + 1][j])
                                  * (mass_u[i][j] + mass_u[i + 1][j] + mass_u[i][j - 1] + mass_u[i + 1][j - 1])
                          + (head[i][j] - head[i][j - 1]) / DY);
      p_new[i][j] = p_old[i][j] - span * ((mass_u[i + 1][j] - mass_u[i][j]) / DX
                                        + (mass_v[i][j + 1] - mass_v[i][j]) / DY);
    }
  }
}

static void swim_filter(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < M + 2; i++) {
    for (int j = 0; j < N + 2; j++) {
      u_old[i][j] = u[i][j] + FILTER * (u_new[i][j] - 2.0 * u[i][j] + u_old[i][j]);
      v_old[i][j] = v[i][j] + FILTER * (v_new[i][j] - 2.0 * v[i][j] + v_old[i][j]);
      p_old[i][j] = p[i][j] + FILTER * (p_new[i][j] - 2.0 * p[i][j] + p_old[i][j]);
    }
  }
}

static void swim_shift(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < M + 2; i++) {
    for (int j = 0; j < N + 2; j++) {
      u[i][j] = u_new[i][j];
      v[i][j] = v_new[i][j];
      p[i][j] = p_new[i][j];
    }
  }
}

static void wrap(field f) {
  BENCH_TIME(swim_wrap_rows, f);
  BENCH_TIME(swim_wrap_columns, f);
}

static void swim_start(void) {
  wrap(psi);
  BENCH_TIME(swim_velocities);
  wrap(u);
  wrap(v);
  wrap(p);
  BENCH_TIME(swim_begin);
}

static void swim_step(double span) {
  BENCH_TIME(swim_fluxes);
  BENCH_TIME(swim_vorticity);
  BENCH_TIME(swim_head);
  wrap(mass_u);
  wrap(mass_v);
  wrap(vorticity);
  wrap(head);
  BENCH_TIME(swim_advance, span);
  wrap(u_new);
  wrap(v_new);
  wrap(p_new);
  BENCH_TIME(swim_filter);
  BENCH_TIME(swim_shift);
}

/* The value at any cell of the periodic plane. */
static double periodic(field f, int i, int j) { return f[1 + (i - 1 + M) % M][1 + (j - 1 + N) % N]; }

static double serial_mass(int axis, int i, int j) {
  double other = axis == 0 ? periodic(serial[2], i - 1, j) : periodic(serial[2], i, j - 1);
  return 0.5 * (periodic(serial[2], i, j) + other) * periodic(serial[axis], i, j);
}

static double serial_vorticity(int i, int j) {
  double dv = periodic(serial[1], i, j) - periodic(serial[1], i - 1, j);
  double du = periodic(serial[0], i, j) - periodic(serial[0], i, j - 1);
  return (dv / DX - du / DY) / (0.25 * (periodic(serial[2], i, j) + periodic(serial[2], i - 1, j)
                                      + periodic(serial[2], i, j - 1) + periodic(serial[2], i - 1, j - 1)));
}

static double serial_head(int i, int j) {
  double a = periodic(serial[0], i, j), b = periodic(serial[0], i + 1, j);
  double c = periodic(serial[1], i, j), d = periodic(serial[1], i, j + 1);
  return periodic(serial[2], i, j) + 0.25 * (a * a + b * b + c * c + d * d);
}

static void serial_point(double span, int i, int j, field next[3]) {
  double north = serial_mass(1, i, j) + serial_mass(1, i, j + 1) + serial_mass(1, i - 1, j) + serial_mass(1, i - 1, j + 1);
  double east = serial_mass(0, i, j) + serial_mass(0, i + 1, j) + serial_mass(0, i, j - 1) + serial_mass(0, i + 1, j - 1);
  next[0][i][j] = serial_old[0][i][j]
                + span * (0.125 * (serial_vorticity(i, j) + serial_vorticity(i, j + 1)) * north
                        - (serial_head(i, j) - serial_head(i - 1, j)) / DX);
  next[1][i][j] = serial_old[1][i][j]
                - span * (0.125 * (serial_vorticity(i, j) + serial_vorticity(i + 1, j)) * east
                        + (serial_head(i, j) - serial_head(i, j - 1)) / DY);
  next[2][i][j] = serial_old[2][i][j]
                - span * ((serial_mass(0, i + 1, j) - serial_mass(0, i, j)) / DX
                        + (serial_mass(1, i, j + 1) - serial_mass(1, i, j)) / DY);
}

static void serial_step(double span) {
  static field next[3];
  for (int i = 1; i <= M; i++)
    for (int j = 1; j <= N; j++)
      serial_point(span, i, j, next);
  for (int q = 0; q < 3; q++)
    for (int i = 1; i <= M; i++)
      for (int j = 1; j <= N; j++) {
        double now = serial[q][i][j];
        serial_old[q][i][j] = now + FILTER * (next[q][i][j] - 2.0 * now + serial_old[q][i][j]);
        serial[q][i][j] = next[q][i][j];
      }
}

static void serial_start(void) {
  for (int i = 1; i <= M; i++)
    for (int j = 1; j <= N; j++) {
      serial[0][i][j] = -(periodic(psi, i, j + 1) - psi[i][j]) / DY;
      serial[1][i][j] = (periodic(psi, i + 1, j) - psi[i][j]) / DX;
    }
  memcpy(serial_old, serial, sizeof serial);
}

/* A smooth stream function and a pressure that varies by a tenth. */
static void fill(field pressure) {
  for (int i = 1; i <= M; i++)
    for (int j = 1; j <= N; j++) {
      double x = 2.0 * (double)i / M - 1.0, y = 2.0 * (double)j / N - 1.0;
      psi[i][j] = 10000.0 * x * (1.0 - x * x) * y * (1.0 - y * y);
      pressure[i][j] = 5000.0 + 250.0 * (x * x + y * y) + bench_value(1, (size_t)(i*N + j));
    }
}

/* Compares the interiors. */
static void output(field actual, field expected) {
  for (int i = 1; i <= M; i++)
    bench_output_doubles(&actual[i][1], &expected[i][1], N);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "swim");
  int steps = bench_size("steps", 4, 1, 100000);
  fill(p);
  fill(serial[2]);

#pragma omp target enter data map(to: psi, p, u, v, p_old, u_old, v_old, p_new, u_new, v_new)
  bench_keep(p, sizeof p);
#pragma omp target enter data map(to: mass_u, mass_v, vorticity, head)
  while (bench_repeat()) {
#pragma omp target update to(p)
    swim_start();
    for (int step = 0; step < steps; step++)
      swim_step(step == 0 ? DT : 2.0 * DT);
  }
#pragma omp target exit data map(from: p, u, v) map(release: psi, p_old, u_old, v_old, p_new, u_new, v_new)
#pragma omp target exit data map(release: mass_u, mass_v, vorticity, head)

  if (bench_wants_reference()) {
    serial_start();
    for (int step = 0; step < steps; step++)
      serial_step(step == 0 ? DT : 2.0 * DT);
  }
  output(u, serial[0]);
  output(v, serial[1]);
  output(p, serial[2]);
  return bench_end();
}
