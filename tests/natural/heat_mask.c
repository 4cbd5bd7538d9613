// Field: heat conduction in a plate of irregular shape.
// Style: flat pointers, sizes as parameters, a mask that `continue` looks at, maps on each step.
// Kind: stencil.
#include <stdio.h>
#include <stdlib.h>

static void step(double *next, const double *t, const unsigned char *inside, int nx, int ny, double k) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : t[0 : nx * ny], inside[0 : nx * ny]) map(tofrom : next[0 : nx * ny])
  for (int i = 1; i < nx - 1; i++) {
    for (int j = 1; j < ny - 1; j++) {
      if (!inside[i * ny + j])
        continue;
      double sum = t[(i - 1) * ny + j] + t[(i + 1) * ny + j] + t[i * ny + j - 1] + t[i * ny + j + 1];
      next[i * ny + j] = t[i * ny + j] + k * (sum - 4 * t[i * ny + j]);
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : t[0 : nx * ny], inside[0 : nx * ny]) \
    map(tofrom : next[0 : nx * ny])
  for (int i = 1; i < nx - 1; i++) {
    for (int j = 1; j < ny - 1; j++) {
      if (!inside[i * ny + j])
        continue;
      double sum = t[(i - 1) * ny + j] + t[(i + 1) * ny + j] + t[i * ny + j - 1] + t[i * ny + j + 1];
      next[i * ny + j] = t[i * ny + j] + k * (sum - 4 * t[i * ny + j]);
    }
  }
#endif
}

int main(void) {
  const int nx = 250, ny = 270, steps = 6;
  double *a = malloc(sizeof(double) * nx * ny), *b = malloc(sizeof(double) * nx * ny);
  unsigned char *inside = malloc(nx * ny);
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      int di = i - nx / 2, dj = j - ny / 2;
      inside[i * ny + j] = di * di + dj * dj < 11000 && (di * di + dj * dj > 900 || di > 5);
      a[i * ny + j] = b[i * ny + j] = inside[i * ny + j] ? (i * 7 + j * 3) % 100 : 20;
    }
#ifdef EXPERT
#pragma omp target data map(to : inside[0 : nx * ny]) map(tofrom : a[0 : nx * ny], b[0 : nx * ny])
#endif
  for (int s = 0; s < steps; s++)
    if (s % 2 == 0)
      step(b, a, inside, nx, ny, 0.2);
    else
      step(a, b, inside, nx, ny, 0.2);
  double sum = 0;
  for (int i = 0; i < nx * ny; i++)
    sum += a[i] * (i % 17 + 1);
  printf("%.10e\n", sum);
  free(a), free(b), free(inside);
  return 0;
}
