#include "heat.h"

void heat_step(int n, const double *restrict old, double *restrict new) {
#pragma omp target teams distribute parallel for map(to: old[0:n*n]) map(tofrom: new[0:n*n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      new[i*n + j] = 0.25 * (old[(i - 1)*n + j] + old[(i + 1)*n + j]
                             + old[i*n + j - 1] + old[i*n + j + 1]);
}
