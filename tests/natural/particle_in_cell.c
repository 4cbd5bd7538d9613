// Field: plasma physics, particles that leave charge on a grid and are pushed by its field.
// Style: array of structures, `double` atomics, the grid's field computed on the host in between.
// Kind: scatter with atomics and gather by computed cells; data that both sides use.
// Tolerance: 1e-9
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct particle {
  double x, y, vx, vy;
};

static void deposit(const struct particle *p, int count, double *charge, int cells) {
#pragma omp target teams distribute parallel for map(to : p[0 : count]) map(tofrom : charge[0 : cells * cells])
  for (int i = 0; i < count; i++) {
    int cx = (int)p[i].x, cy = (int)p[i].y;
    double fx = p[i].x - cx, fy = p[i].y - cy;
    int right = (cx + 1) % cells, up = (cy + 1) % cells;
#pragma omp atomic
    charge[cy * cells + cx] += (1 - fx) * (1 - fy);
#pragma omp atomic
    charge[cy * cells + right] += fx * (1 - fy);
#pragma omp atomic
    charge[up * cells + cx] += (1 - fx) * fy;
#pragma omp atomic
    charge[up * cells + right] += fx * fy;
  }
}

static void push(struct particle *p, int count, const double *field, int cells, double dt) {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : count]) map(to : field[0 : 2 * cells * cells])
  for (int i = 0; i < count; i++) {
    int at = (int)p[i].y * cells + (int)p[i].x;
    p[i].vx += dt * field[2 * at];
    p[i].vy += dt * field[2 * at + 1];
    p[i].x = fmod(p[i].x + dt * p[i].vx + cells, cells);
    p[i].y = fmod(p[i].y + dt * p[i].vy + cells, cells);
  }
}

int main(void) {
  const int count = 20000, cells = 48, area = cells * cells;
  struct particle *p = malloc(sizeof(struct particle) * count);
  double *charge = malloc(sizeof(double) * area), *field = malloc(sizeof(double) * 2 * area);
  unsigned state = 5;
  for (int i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    p[i].x = (state >> 8) % 4800 / 100.0 * cells / 48;
    state = state * 1664525u + 1013904223u;
    p[i].y = (state >> 8) % 4800 / 100.0 * cells / 48;
    p[i].vx = 0.1 * (i % 7 - 3);
    p[i].vy = 0.1 * (i % 5 - 2);
  }
#ifdef EXPERT
#pragma omp target data map(tofrom : p[0 : count]) map(alloc : charge[0 : area], field[0 : 2 * area])
#endif
  for (int step = 0; step < 3; step++) {
    for (int c = 0; c < area; c++)
      charge[c] = 0;
#ifdef EXPERT
#pragma omp target update to(charge[0 : area])
#endif
    deposit(p, count, charge, cells);
#ifdef EXPERT
#pragma omp target update from(charge[0 : area])
#endif
    for (int y = 0; y < cells; y++)
      for (int x = 0; x < cells; x++) {
        int at = y * cells + x, right = y * cells + (x + 1) % cells, up = (y + 1) % cells * cells + x;
        field[2 * at] = 0.01 * (charge[at] - charge[right]);
        field[2 * at + 1] = 0.01 * (charge[at] - charge[up]);
      }
#ifdef EXPERT
#pragma omp target update to(field[0 : 2 * area])
#endif
    push(p, count, field, cells, 0.1);
  }
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += p[i].x + 2 * p[i].y;
  printf("%.12e\n", sum);
  free(p), free(charge), free(field);
  return 0;
}
