// Field: radiative transfer, the intensity along rays through a medium.
// Style: `target teams loop` from OpenMP 5, calls of math functions and of an own function in the body.
// Kind: a loop that clang shares among teams only, since its body calls functions; a recurrence inside.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp begin declare target
static float planck(float wavelength, float temperature) {
  return 1.0f / (wavelength * wavelength * wavelength * (expf(1.4f / (wavelength * temperature)) - 1));
}
#pragma omp end declare target

static void trace(const float *temperature, const float *density, float *intensity, int rays, int layers) {
#ifndef EXPERT
#pragma omp target teams loop map(to : temperature[0 : rays * layers], density[0 : rays * layers]) map(from : intensity[0 : rays])
  for (int r = 0; r < rays; r++) {
    float value = 0;
    for (int l = 0; l < layers; l++) {
      float keep = expf(-0.1f * density[l * rays + r]);
      value = value * keep + planck(1 + 0.001f * (r % 16), temperature[l * rays + r]) * (1 - keep);
    }
    intensity[r] = value;
  }
#else
#pragma omp target teams distribute parallel for map(to : temperature[0 : rays * layers], density[0 : rays * layers]) \
    map(from : intensity[0 : rays])
  for (int r = 0; r < rays; r++) {
    float value = 0;
    for (int l = 0; l < layers; l++) {
      float keep = expf(-0.1f * density[l * rays + r]);
      value = value * keep + planck(1 + 0.001f * (r % 16), temperature[l * rays + r]) * (1 - keep);
    }
    intensity[r] = value;
  }
#endif
}

int main(void) {
  const int rays = 3000, layers = 40;
  float *temperature = malloc(sizeof(float) * rays * layers), *density = malloc(sizeof(float) * rays * layers);
  float *intensity = malloc(sizeof(float) * rays);
  for (int i = 0; i < rays * layers; i++) {
    temperature[i] = 0.5f + (i * 3 % 50) / 100.0f;
    density[i] = 1 + (i * 7 % 30) / 10.0f;
  }
  trace(temperature, density, intensity, rays, layers);
  double sum = 0;
  for (int r = 0; r < rays; r++)
    sum += intensity[r] * (1 + r % 5);
  printf("%.10e\n", sum);
  free(temperature), free(density), free(intensity);
  return 0;
}
