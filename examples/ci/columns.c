/* Sediment settles from level to level and drains into the ground. Levels depend on each other, columns do not: a thread has a column. */
#include "columns.h"

void settle(int n, int levels, const float *restrict rate, float *restrict q) {
#pragma omp target teams distribute parallel for map(to: rate[0:n]) map(tofrom: q[0:n*levels])
  for (int i = 0; i < n; i++)
    for (int k = 1; k < levels; k++)
      q[k*n + i] += rate[i] * q[(k - 1)*n + i];
}

void drain(int n, int levels, const float *restrict rate, float *restrict depth) {
#pragma omp target teams distribute parallel for map(to: rate[0:n]) map(tofrom: depth[0:n*levels])
  for (int i = 0; i < n; i++)
    for (int k = 1; k < levels; k++)
      depth[i*levels + k] -= rate[i] * depth[i*levels + k - 1];
}
