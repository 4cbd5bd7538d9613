// Field: electromagnetics, Maxwell's equations in the plane on Yee's grid.
// Style: a struct that owns all fields, `g->ez[i * g->ny + j]` everywhere, data entered once in a constructor.
// Kind: stencils on members of a structure.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int nx, ny;
  double *ez, *hx, *hy, *eps;
} grid;

static grid *create(int nx, int ny) {
  grid *g = malloc(sizeof *g);
  g->nx = nx;
  g->ny = ny;
  g->ez = calloc(nx * ny, sizeof(double));
  g->hx = calloc(nx * ny, sizeof(double));
  g->hy = calloc(nx * ny, sizeof(double));
  g->eps = malloc(nx * ny * sizeof(double));
  for (int i = 0; i < nx * ny; i++)
    g->eps[i] = i % ny > ny / 2 ? 2.25 : 1;
#pragma omp target enter data map(to : g[0 : 1])
#pragma omp target enter data map(to : g->ez[0 : nx * ny], g->hx[0 : nx * ny], g->hy[0 : nx * ny], g->eps[0 : nx * ny])
  return g;
}

static void destroy(grid *g) {
  int all = g->nx * g->ny;
#pragma omp target exit data map(from : g->ez[0 : all], g->hx[0 : all], g->hy[0 : all]) map(release : g->eps[0 : all])
#pragma omp target exit data map(release : g[0 : 1])
}

#ifndef EXPERT
static void magnetic(grid *g) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < g->nx - 1; i++)
    for (int j = 0; j < g->ny - 1; j++) {
      g->hx[i * g->ny + j] -= 0.5 * (g->ez[i * g->ny + j + 1] - g->ez[i * g->ny + j]);
      g->hy[i * g->ny + j] += 0.5 * (g->ez[(i + 1) * g->ny + j] - g->ez[i * g->ny + j]);
    }
}

static void electric(grid *g) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < g->nx; i++)
    for (int j = 1; j < g->ny; j++) {
      double curl = g->hy[i * g->ny + j] - g->hy[(i - 1) * g->ny + j] - g->hx[i * g->ny + j] + g->hx[i * g->ny + j - 1];
      g->ez[i * g->ny + j] += 0.5 / g->eps[i * g->ny + j] * curl;
    }
}
#else
static void magnetic(grid *g) {
  const int nx = g->nx, ny = g->ny;
  double *restrict hx = g->hx, *restrict hy = g->hy;
  const double *restrict ez = g->ez;
#pragma omp target teams distribute parallel for collapse(2) map(alloc : hx[0 : nx * ny], hy[0 : nx * ny], ez[0 : nx * ny])
  for (int i = 0; i < nx - 1; i++)
    for (int j = 0; j < ny - 1; j++) {
      hx[i * ny + j] -= 0.5 * (ez[i * ny + j + 1] - ez[i * ny + j]);
      hy[i * ny + j] += 0.5 * (ez[(i + 1) * ny + j] - ez[i * ny + j]);
    }
}

static void electric(grid *g) {
  const int nx = g->nx, ny = g->ny;
  const double *restrict hx = g->hx, *restrict hy = g->hy, *restrict eps = g->eps;
  double *restrict ez = g->ez;
#pragma omp target teams distribute parallel for collapse(2) map(alloc : hx[0 : nx * ny], hy[0 : nx * ny]) \
    map(alloc : ez[0 : nx * ny], eps[0 : nx * ny])
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++) {
      double curl = hy[i * ny + j] - hy[(i - 1) * ny + j] - hx[i * ny + j] + hx[i * ny + j - 1];
      ez[i * ny + j] += 0.5 / eps[i * ny + j] * curl;
    }
}
#endif

static void source(grid *g, int step) {
  double *at = g->ez + g->nx / 2 * g->ny + g->ny / 3;
  double value = sin(0.3 * step);
#pragma omp target map(alloc : at[0 : 1])
  at[0] += value;
}

int main(void) {
  grid *g = create(200, 180);
  for (int step = 1; step <= 5; step++) {
    magnetic(g);
    electric(g);
    source(g, step);
  }
  destroy(g);
  double sum = 0;
  for (int i = 0; i < g->nx * g->ny; i++)
    sum += g->ez[i] * (1 + i % 7) + g->hx[i] + 2 * g->hy[i];
  printf("%.10e\n", sum);
  return 0;
}
