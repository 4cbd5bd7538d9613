// Field: seismology, the wave equation in space with differences of fourth order.
// Style: a macro for flat indices, three time levels whose pointers rotate, planes in parallel.
// Kind: stencil in three dimensions.
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j, k) (((i) * ny + (j)) * nz + (k))
#define SECOND(f, i, j, k, s) \
  (-f[AT(i, j, k) - 2 * (s)] + 16 * f[AT(i, j, k) - (s)] - 30 * f[AT(i, j, k)] + 16 * f[AT(i, j, k) + (s)] - f[AT(i, j, k) + 2 * (s)])

static void step(float *next, const float *now, const float *last, const float *speed, int nx, int ny, int nz) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : next[0 : nx * ny * nz]) map(to : now[0 : nx * ny * nz]) \
    map(to : last[0 : nx * ny * nz], speed[0 : nx * ny * nz])
  for (int i = 2; i < nx - 2; i++)
    for (int j = 2; j < ny - 2; j++)
      for (int k = 2; k < nz - 2; k++) {
        float laplace = SECOND(now, i, j, k, 1) + SECOND(now, i, j, k, nz) + SECOND(now, i, j, k, ny * nz);
        next[AT(i, j, k)] = 2 * now[AT(i, j, k)] - last[AT(i, j, k)] + speed[AT(i, j, k)] * laplace / 12;
      }
#else
#pragma omp target teams distribute parallel for collapse(3) map(tofrom : next[0 : nx * ny * nz]) map(to : now[0 : nx * ny * nz]) \
    map(to : last[0 : nx * ny * nz], speed[0 : nx * ny * nz])
  for (int i = 2; i < nx - 2; i++)
    for (int j = 2; j < ny - 2; j++)
      for (int k = 2; k < nz - 2; k++) {
        float laplace = SECOND(now, i, j, k, 1) + SECOND(now, i, j, k, nz) + SECOND(now, i, j, k, ny * nz);
        next[AT(i, j, k)] = 2 * now[AT(i, j, k)] - last[AT(i, j, k)] + speed[AT(i, j, k)] * laplace / 12;
      }
#endif
}

int main(void) {
  const int nx = 40, ny = 48, nz = 56, all = nx * ny * nz;
  float *a = calloc(all, sizeof(float)), *b = calloc(all, sizeof(float)), *c = calloc(all, sizeof(float));
  float *speed = malloc(all * sizeof(float));
  for (int i = 0; i < all; i++)
    speed[i] = 0.05f + 0.01f * (i % 5);
  a[AT(nx / 2, ny / 2, nz / 2)] = b[AT(nx / 2, ny / 2, nz / 2)] = 1000;
  a[AT(nx / 3, ny / 2, nz / 3)] = b[AT(nx / 3, ny / 2, nz / 3)] = 500;
#ifdef EXPERT
#pragma omp target data map(to : speed[0 : all]) map(tofrom : a[0 : all], b[0 : all], c[0 : all])
#endif
  for (int s = 0; s < 3; s++) {
    step(c, b, a, speed, nx, ny, nz);
    float *oldest = a;
    a = b;
    b = c;
    c = oldest;
  }
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += b[i] * (1 + i % 9);
  printf("%.10e\n", sum);
  free(a), free(b), free(c), free(speed);
  return 0;
}
