/* The matrix Q of non-Cartesian magnetic resonance reconstruction (Stone et al. 2008): for each point x
 * of space the sum over the samples k of |phi(k)|^2 * exp(2*pi*i*(k.x)), single precision, samples as
 * structures, points as one array per coordinate. The points are coalesced as written; an expert has
 * no clause to add. Sine and cosine of host and device need not agree in the last bit. */
#include "bench.h"

#define TWO_PI 6.2831853071795864769f

typedef struct {
  float x, y, z, real, imaginary;
} sample;

static void computeq_magnitude(int samples, sample *k, float *magnitude) {
#pragma omp target teams distribute parallel for map(to: k[0:samples]) map(from: magnitude[0:samples])
  for (int s = 0; s < samples; s++)
    magnitude[s] = k[s].real * k[s].real + k[s].imaginary * k[s].imaginary;
}

static void computeq_sum(int samples, int points, sample *k, float *magnitude, float *point, float *Q) {
#pragma omp target teams distribute parallel for map(to: k[0:samples], magnitude[0:samples], point[0:3*points]) map(from: Q[0:2*points])
  for (int p = 0; p < points; p++) {
    float real = 0.0f, imaginary = 0.0f;
    for (int s = 0; s < samples; s++) {
      float angle = TWO_PI * (k[s].x * point[p] + k[s].y * point[points + p] + k[s].z * point[2*points + p]);
      real += magnitude[s] * cosf(angle);
      imaginary += magnitude[s] * sinf(angle);
    }
    Q[p] = real;
    Q[points + p] = imaginary;
  }
}

static void computeq_serial(int samples, int points, const sample *k, const float *point, float *Q) {
  for (int s = 0; s < samples; s++) {
    float magnitude = k[s].real * k[s].real + k[s].imaginary * k[s].imaginary;
    for (int p = 0; p < points; p++) {
      float angle = TWO_PI * (k[s].x * point[p] + k[s].y * point[points + p] + k[s].z * point[2*points + p]);
      Q[p] += magnitude * cosf(angle);
      Q[points + p] += magnitude * sinf(angle);
    }
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "computeq");
  int samples = bench_size("samples", 256, 1, 65536), points = bench_size("points", 8192, 1, 1 << 24);
  size_t outputs = 2 * (size_t)points;
  sample *k = (sample *)bench_floats(5 * (size_t)samples, 1);
  float *point = bench_floats(3 * (size_t)points, 2), *magnitude = bench_floats((size_t)samples, 0);
  float *Q = bench_floats(outputs, 0), *expected = bench_floats(outputs, 0);
  bench_tolerance(1e-4);

#pragma omp target enter data map(to: k[0:samples], point[0:3*points]) map(alloc: magnitude[0:samples], Q[0:outputs])
  while (bench_repeat()) {
    BENCH_TIME(computeq_magnitude, samples, k, magnitude);
    BENCH_TIME(computeq_sum, samples, points, k, magnitude, point, Q);
  }
#pragma omp target exit data map(from: Q[0:outputs]) map(release: k[0:samples], point[0:3*points], magnitude[0:samples])

  if (bench_wants_reference())
    computeq_serial(samples, points, k, point, expected);
  bench_output_floats(Q, expected, outputs);
  return bench_end();
}
