// Field: weather, heating and rain in columns of air.
// Style: latitude in parallel as in the OpenMP version for CPUs, then longitude, then height; Fortran's names, levels as planes.
// Kind: a recurrence over the innermost loop, independent loops outside of it.
#include <stdio.h>
#include <stdlib.h>

#define IX(k, j, i) (((size_t)(k) * nlat + (j)) * nlon + (i))

static void physics(double *t, double *q, double *rain, int nlev, int nlat, int nlon) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : t[0 : nlev * nlat * nlon], q[0 : nlev * nlat * nlon]) \
    map(tofrom : rain[0 : nlat * nlon])
  for (int j = 0; j < nlat; j++)
    for (int i = 0; i < nlon; i++) {
      double falling = 0;
      for (int k = nlev - 1; k >= 0; k--) {
        double most = 0.01 + 0.0002 * t[IX(k, j, i)];
        double excess = q[IX(k, j, i)] > most ? q[IX(k, j, i)] - most : 0;
        q[IX(k, j, i)] -= excess;
        t[IX(k, j, i)] += 2.5 * excess;
        falling = 0.9 * falling + excess;
      }
      rain[j * nlon + i] += falling;
    }
#else
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : t[0 : nlev * nlat * nlon], q[0 : nlev * nlat * nlon]) \
    map(tofrom : rain[0 : nlat * nlon])
  for (int j = 0; j < nlat; j++)
    for (int i = 0; i < nlon; i++) {
      double falling = 0;
      for (int k = nlev - 1; k >= 0; k--) {
        double most = 0.01 + 0.0002 * t[IX(k, j, i)];
        double excess = q[IX(k, j, i)] > most ? q[IX(k, j, i)] - most : 0;
        q[IX(k, j, i)] -= excess;
        t[IX(k, j, i)] += 2.5 * excess;
        falling = 0.9 * falling + excess;
      }
      rain[j * nlon + i] += falling;
    }
#endif
}

int main(void) {
  const int nlev = 30, nlat = 60, nlon = 90, all = nlev * nlat * nlon;
  double *t = malloc(sizeof(double) * all), *q = malloc(sizeof(double) * all), *rain = calloc(nlat * nlon, sizeof(double));
  for (int k = 0; k < nlev; k++)
    for (int at = 0; at < nlat * nlon; at++) {
      t[k * nlat * nlon + at] = 30 - k + at % 7;
      q[k * nlat * nlon + at] = 0.02 - 0.0004 * k + 0.001 * (at % 5);
    }
#ifdef EXPERT
#pragma omp target data map(tofrom : t[0 : all], q[0 : all], rain[0 : nlat * nlon])
#endif
  for (int step = 0; step < 3; step++)
    physics(t, q, rain, nlev, nlat, nlon);
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += t[i] * (i % 3) + q[i];
  for (int i = 0; i < nlat * nlon; i++)
    sum += rain[i] * (1 + i % 11);
  printf("%.10e\n", sum);
  free(t), free(q), free(rain);
  return 0;
}
