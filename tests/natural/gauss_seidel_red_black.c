// Field: a Poisson equation in the plane, solved by relaxation.
// Style: one array that is updated in place, a colour as parameter, the first column chosen by `?:`.
// Kind: stencil with a stride of two whose start follows the row.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef EXPERT
static void relax(float *phi, const float *rho, int n, int colour, float omega) {
#pragma omp target teams distribute parallel for map(tofrom : phi[0 : n * n]) map(to : rho[0 : n * n])
  for (int row = 1; row < n - 1; row++) {
    int first = row % 2 == colour ? 1 : 2;
    for (int col = first; col < n - 1; col += 2) {
      int at = row * n + col;
      float around = phi[at - n] + phi[at + n] + phi[at - 1] + phi[at + 1];
      phi[at] = (1 - omega) * phi[at] + omega * 0.25f * (around - rho[at]);
    }
  }
}
#else
static void relax(float *phi, const float *rho, int n, int colour, float omega) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : phi[0 : n * n]) map(to : rho[0 : n * n])
  for (int row = 1; row < n - 1; row++) {
    for (int half = 0; half < n / 2 - 1; half++) {
      int col = (row % 2 == colour ? 1 : 2) + 2 * half;
      int at = row * n + col;
      float around = phi[at - n] + phi[at + n] + phi[at - 1] + phi[at + 1];
      phi[at] = (1 - omega) * phi[at] + omega * 0.25f * (around - rho[at]);
    }
  }
}
#endif

int main(void) {
  const int n = 320, sweeps = 5;
  float *phi = calloc(n * n, sizeof *phi), *rho = malloc(n * n * sizeof *rho);
  for (int i = 0; i < n * n; i++)
    rho[i] = 0.01f * sinf(0.01f * i);
  for (int i = 0; i < n; i++)
    phi[i] = 1.0f;
#ifdef EXPERT
#pragma omp target data map(tofrom : phi[0 : n * n]) map(to : rho[0 : n * n])
#endif
  for (int s = 0; s < sweeps; s++) {
    relax(phi, rho, n, 0, 1.5f);
    relax(phi, rho, n, 1, 1.5f);
  }
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += phi[i] * (1 + i % 5);
  printf("%.10e\n", sum);
  free(phi);
  free(rho);
  return 0;
}
