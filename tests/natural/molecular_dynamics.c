// Field: chemistry, short-range forces between atoms in cells.
// Style: a position as `double[3]`, cells with start and end, atoms sorted by cell, forces set to zero in a loop of their own.
// Kind: irregular bounds from memory, neighbours by offset, rows of three.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 10, CELLS = SIDE * SIDE * SIDE };

static void forces(const double (*pos)[3], double (*force)[3], const int *first, int n, double cut) {
#pragma omp target teams distribute parallel for map(tofrom : force[0 : n])
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++)
      force[i][d] = 0;
#pragma omp target teams distribute parallel for map(to : pos[0 : n], first[0 : CELLS + 1]) map(tofrom : force[0 : n])
  for (int i = 0; i < n; i++) {
#ifdef EXPERT
    double fx = 0, fy = 0, fz = 0;
#endif
    int cx = (int)pos[i][0], cy = (int)pos[i][1], cz = (int)pos[i][2];
    for (int dx = -1; dx <= 1; dx++)
      for (int dy = -1; dy <= 1; dy++)
        for (int dz = -1; dz <= 1; dz++) {
          int x = cx + dx, y = cy + dy, z = cz + dz;
          if (x < 0 || y < 0 || z < 0 || x >= SIDE || y >= SIDE || z >= SIDE)
            continue;
          int cell = (x * SIDE + y) * SIDE + z;
          for (int j = first[cell]; j < first[cell + 1]; j++) {
            if (j == i)
              continue;
            double rx = pos[i][0] - pos[j][0], ry = pos[i][1] - pos[j][1], rz = pos[i][2] - pos[j][2];
            double r2 = rx * rx + ry * ry + rz * rz;
            if (r2 < cut * cut) {
              double s = 0.01 / (r2 + 0.1), s3 = s * s * s, f = s3 * (s3 - 0.5) * s;
#ifndef EXPERT
              force[i][0] += f * rx;
              force[i][1] += f * ry;
              force[i][2] += f * rz;
#else
              fx += f * rx;
              fy += f * ry;
              fz += f * rz;
#endif
            }
          }
        }
#ifdef EXPERT
    force[i][0] = fx;
    force[i][1] = fy;
    force[i][2] = fz;
#endif
  }
}

static void move(double (*pos)[3], double (*speed)[3], const double (*force)[3], int n, double dt) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : pos[0 : n], speed[0 : n]) map(to : force[0 : n])
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      speed[i][d] += dt * force[i][d];
      pos[i][d] += dt * speed[i][d];
    }
#else
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : pos[0 : n], speed[0 : n]) map(to : force[0 : n])
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      speed[i][d] += dt * force[i][d];
      pos[i][d] += dt * speed[i][d];
    }
#endif
}

int main(void) {
  const int each = 4, n = CELLS * each;
  double(*pos)[3] = malloc(sizeof(double[n][3])), (*force)[3] = malloc(sizeof(double[n][3]));
  double(*speed)[3] = calloc(n, sizeof(double[3]));
  int *first = malloc(sizeof(int) * (CELLS + 1));
  unsigned state = 17;
  for (int cell = 0, i = 0; cell <= CELLS; cell++) {
    first[cell] = i;
    for (int k = 0; k < each && cell < CELLS; k++, i++)
      for (int d = 0; d < 3; d++) {
        state = state * 1664525u + 1013904223u;
        int corner = d == 0 ? cell / (SIDE * SIDE) : d == 1 ? cell / SIDE % SIDE : cell % SIDE;
        pos[i][d] = corner + 0.1 + 0.8 * (state >> 8) / 16777216.0;
      }
  }
#ifdef EXPERT
#pragma omp target data map(tofrom : pos[0 : n], speed[0 : n]) map(alloc : force[0 : n]) map(to : first[0 : CELLS + 1])
#endif
  for (int step = 0; step < 2; step++) {
    forces(pos, force, first, n, 1.0);
    move(pos, speed, force, n, 0.01);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += pos[i][0] + 2 * pos[i][1] + 3 * pos[i][2] + 1000 * fabs(speed[i][0]);
  printf("%.10e\n", sum);
  free(pos), free(force), free(speed), free(first);
  return 0;
}
