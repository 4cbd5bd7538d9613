// Field: oceanography, shallow water on a plane by Lax and Friedrichs.
// Style: C99 arrays with run-time extents as parameters, several fields in each loop, copies back in a second region.
// Kind: stencils on several arrays.
#include <stdio.h>
#include <stdlib.h>

typedef double real;

#ifndef EXPERT
static void advance(int ny, int nx, real h[ny][nx], real u[ny][nx], real hn[ny][nx], real un[ny][nx], real c) {
#pragma omp target teams distribute parallel for map(to : h[0 : ny][0 : nx], u[0 : ny][0 : nx]) \
    map(tofrom : hn[0 : ny][0 : nx], un[0 : ny][0 : nx])
  for (int y = 1; y < ny - 1; y++) {
    for (int x = 1; x < nx - 1; x++) {
      real mean_h = 0.25 * (h[y][x - 1] + h[y][x + 1] + h[y - 1][x] + h[y + 1][x]);
      real mean_u = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
      hn[y][x] = mean_h - c * (u[y][x + 1] * h[y][x + 1] - u[y][x - 1] * h[y][x - 1]);
      un[y][x] = mean_u - c * (9.81 * (h[y][x + 1] - h[y][x - 1]));
    }
  }
#pragma omp target teams distribute parallel for map(tofrom : h[0 : ny][0 : nx], u[0 : ny][0 : nx]) \
    map(to : hn[0 : ny][0 : nx], un[0 : ny][0 : nx])
  for (int y = 1; y < ny - 1; y++) {
    for (int x = 1; x < nx - 1; x++) {
      h[y][x] = hn[y][x];
      u[y][x] = un[y][x];
    }
  }
}
#else
static void advance(int ny, int nx, real h[ny][nx], real u[ny][nx], real hn[ny][nx], real un[ny][nx], real c) {
#pragma omp target teams distribute parallel for collapse(2) map(to : h[0 : ny][0 : nx], u[0 : ny][0 : nx]) \
    map(tofrom : hn[0 : ny][0 : nx], un[0 : ny][0 : nx])
  for (int y = 1; y < ny - 1; y++) {
    for (int x = 1; x < nx - 1; x++) {
      real mean_h = 0.25 * (h[y][x - 1] + h[y][x + 1] + h[y - 1][x] + h[y + 1][x]);
      real mean_u = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
      hn[y][x] = mean_h - c * (u[y][x + 1] * h[y][x + 1] - u[y][x - 1] * h[y][x - 1]);
      un[y][x] = mean_u - c * (9.81 * (h[y][x + 1] - h[y][x - 1]));
    }
  }
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : h[0 : ny][0 : nx], u[0 : ny][0 : nx]) \
    map(to : hn[0 : ny][0 : nx], un[0 : ny][0 : nx])
  for (int y = 1; y < ny - 1; y++) {
    for (int x = 1; x < nx - 1; x++) {
      h[y][x] = hn[y][x];
      u[y][x] = un[y][x];
    }
  }
}
#endif

int main(void) {
  const int ny = 190, nx = 210;
  real(*h)[nx] = malloc(sizeof(real[ny][nx])), (*u)[nx] = calloc(ny, sizeof(real[nx]));
  real(*hn)[nx] = calloc(ny, sizeof(real[nx])), (*un)[nx] = calloc(ny, sizeof(real[nx]));
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      h[y][x] = 1 + (y > 60 && y < 90 && x > 50 && x < 100 ? 0.2 : 0);
#ifdef EXPERT
#pragma omp target data map(tofrom : h[0 : ny][0 : nx], u[0 : ny][0 : nx], hn[0 : ny][0 : nx], un[0 : ny][0 : nx])
#endif
  for (int step = 0; step < 4; step++)
    advance(ny, nx, h, u, hn, un, 0.02);
  double sum = 0;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      sum += h[y][x] * (1 + x % 3) + u[y][x] * (1 + y % 5);
  printf("%.10e\n", sum);
  free(h), free(u), free(hn), free(un);
  return 0;
}
