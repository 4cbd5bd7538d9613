// Field: statistical physics, Ising's model of a magnet by Metropolis steps.
// Style: a random generator of each site in its own array, colours of a chess board by `if ((i + j) % 2 == colour)`, `signed char` spins.
// Kind: stencil in place under a test of parity.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void flip(signed char *spin, unsigned *seed, const float *chance, int n, int colour) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(tofrom : spin[0 : n * n], seed[0 : n * n]) map(to : chance[0 : 9])
  for (int i = 0; i < n; i++) {
    int up = i == 0 ? n - 1 : i - 1, down = i == n - 1 ? 0 : i + 1;
    for (int j = 0; j < n; j++) {
      if ((i + j) % 2 == colour) {
        int left = j == 0 ? n - 1 : j - 1, right = j == n - 1 ? 0 : j + 1;
        int sum = spin[up * n + j] + spin[down * n + j] + spin[i * n + left] + spin[i * n + right];
        seed[i * n + j] = seed[i * n + j] * 1664525u + 1013904223u;
        float draw = (seed[i * n + j] >> 8) / 16777216.0f;
        if (draw < chance[sum * spin[i * n + j] + 4])
          spin[i * n + j] = -spin[i * n + j];
      }
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : spin[0 : n * n], seed[0 : n * n]) map(to : chance[0 : 9])
  for (int i = 0; i < n; i++) {
    for (int h = 0; h < n / 2; h++) {
      int j = 2 * h + (i + colour) % 2;
      int up = i == 0 ? n - 1 : i - 1, down = i == n - 1 ? 0 : i + 1;
      int left = j == 0 ? n - 1 : j - 1, right = j == n - 1 ? 0 : j + 1;
      int sum = spin[up * n + j] + spin[down * n + j] + spin[i * n + left] + spin[i * n + right];
      seed[i * n + j] = seed[i * n + j] * 1664525u + 1013904223u;
      float draw = (seed[i * n + j] >> 8) / 16777216.0f;
      if (draw < chance[sum * spin[i * n + j] + 4])
        spin[i * n + j] = -spin[i * n + j];
    }
  }
#endif
}

int main(void) {
  const int n = 160;
  signed char *spin = malloc(n * n);
  unsigned *seed = malloc(sizeof(unsigned) * n * n);
  float chance[9];
  for (int e = -4; e <= 4; e++)
    chance[e + 4] = e <= 0 ? 1 : expf(-0.9f * e);
  for (int i = 0; i < n * n; i++) {
    seed[i] = 747796405u * (i + 1);
    spin[i] = (seed[i] >> 16) % 3 == 0 ? -1 : 1;
  }
#ifdef EXPERT
#pragma omp target data map(tofrom : spin[0 : n * n], seed[0 : n * n]) map(to : chance[0 : 9])
#endif
  for (int sweep = 0; sweep < 3; sweep++) {
    flip(spin, seed, chance, n, 0);
    flip(spin, seed, chance, n, 1);
  }
  unsigned long long sum = 0;
  for (int i = 0; i < n * n; i++)
    sum = sum * 5 + (spin[i] + 1) + seed[i] % 4;
  printf("%llu\n", sum);
  free(spin), free(seed);
  return 0;
}
