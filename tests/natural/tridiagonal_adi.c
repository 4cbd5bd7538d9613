// Field: diffusion in the plane, implicit in one direction after the other.
// Style: a thread for each line, Thomas's algorithm with scratch arrays of the whole grid.
// Kind: recurrences along rows and along columns; the expert stages the rows in the memory of a team.
#include <stdio.h>
#include <stdlib.h>

#define LINES 32
#define WIDTH 32

static void columns(double *u, double *w, int ny, int nx, double k) {
#pragma omp target teams distribute parallel for map(tofrom : u[0 : ny * nx]) map(alloc : w[0 : ny * nx])
  for (int x = 0; x < nx; x++) {
    w[x] = -k / (1 + 2 * k);
    u[x] = u[x] / (1 + 2 * k);
    for (int y = 1; y < ny; y++) {
      double m = 1 / (1 + 2 * k + k * w[(y - 1) * nx + x]);
      w[y * nx + x] = -k * m;
      u[y * nx + x] = (u[y * nx + x] + k * u[(y - 1) * nx + x]) * m;
    }
    for (int y = ny - 2; y >= 0; y--)
      u[y * nx + x] -= w[y * nx + x] * u[(y + 1) * nx + x];
  }
}

#ifndef EXPERT
static void rows(double *u, double *w, int ny, int nx, double k) {
#pragma omp target teams distribute parallel for map(tofrom : u[0 : ny * nx]) map(alloc : w[0 : ny * nx])
  for (int y = 0; y < ny; y++) {
    double *line = u + y * nx, *factor = w + y * nx;
    factor[0] = -k / (1 + 2 * k);
    line[0] = line[0] / (1 + 2 * k);
    for (int x = 1; x < nx; x++) {
      double m = 1 / (1 + 2 * k + k * factor[x - 1]);
      factor[x] = -k * m;
      line[x] = (line[x] + k * line[x - 1]) * m;
    }
    for (int x = nx - 2; x >= 0; x--)
      line[x] -= factor[x] * line[x + 1];
  }
}
#else
static void rows(double *u, double *w, int ny, int nx, double k) {
#pragma omp target teams distribute thread_limit(64) map(tofrom : u[0 : ny * nx]) map(alloc : w[0 : ny * nx])
  for (int first = 0; first < ny; first += LINES) {
    double value[LINES][WIDTH + 1], factor[LINES][WIDTH + 1];
    double last[LINES], before[LINES];
    for (int block = 0; block < nx; block += WIDTH) {
#pragma omp parallel for collapse(2) firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = 0; x < WIDTH; x++)
          if (first + l < ny && block + x < nx)
            value[l][x] = u[(first + l) * nx + block + x];
#pragma omp parallel for firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = 0; x < WIDTH && block + x < nx && first + l < ny; x++) {
          if (block + x == 0) {
            before[l] = -k / (1 + 2 * k);
            last[l] = value[l][0] / (1 + 2 * k);
          } else {
            double m = 1 / (1 + 2 * k + k * before[l]);
            before[l] = -k * m;
            last[l] = (value[l][x] + k * last[l]) * m;
          }
          factor[l][x] = before[l];
          value[l][x] = last[l];
        }
#pragma omp parallel for collapse(2) firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = 0; x < WIDTH; x++)
          if (first + l < ny && block + x < nx) {
            u[(first + l) * nx + block + x] = value[l][x];
            w[(first + l) * nx + block + x] = factor[l][x];
          }
    }
    for (int block = (nx - 1) / WIDTH * WIDTH; block >= 0; block -= WIDTH) {
#pragma omp parallel for collapse(2) firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = 0; x < WIDTH; x++)
          if (first + l < ny && block + x < nx) {
            value[l][x] = u[(first + l) * nx + block + x];
            factor[l][x] = w[(first + l) * nx + block + x];
          }
#pragma omp parallel for firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = (nx - block < WIDTH ? nx - block : WIDTH) - 1; x >= 0 && first + l < ny; x--) {
          if (block + x < nx - 1)
            value[l][x] -= factor[l][x] * last[l];
          last[l] = value[l][x];
        }
#pragma omp parallel for collapse(2) firstprivate(first, block)
      for (int l = 0; l < LINES; l++)
        for (int x = 0; x < WIDTH; x++)
          if (first + l < ny && block + x < nx)
            u[(first + l) * nx + block + x] = value[l][x];
    }
  }
}
#endif

int main(void) {
  const int ny = 200, nx = 230, all = ny * nx;
  double *u = malloc(sizeof(double) * all), *w = malloc(sizeof(double) * all);
  for (int i = 0; i < all; i++)
    u[i] = (i * 31 % 97) / 97.0;
#ifdef EXPERT
#pragma omp target data map(tofrom : u[0 : all]) map(alloc : w[0 : all])
#endif
  for (int step = 0; step < 2; step++) {
    rows(u, w, ny, nx, 0.4);
    columns(u, w, ny, nx, 0.4);
  }
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += u[i] * (1 + i % 11);
  printf("%.10e\n", sum);
  free(u), free(w);
  return 0;
}
