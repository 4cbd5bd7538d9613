/* Magnitudes: a team has 128 samples, which lanes read side by side into team memory. Sums: a team has 64
 * points, a thread two of them, a warp every fourth sample, 256 samples at a time in team memory; the
 * warps' sums are added there, too. */
#include "../bench.h"

/* Samples, which have no type yet. */
static void computeq_magnitude_two_level(int samples, void *k, float *magnitude);
static void computeq_sum_two_level(int samples, int points, void *k, float *magnitude, float *point, float *Q);

#include "../computeq.c"

/* Numbers in a sample; its coordinates come first. */
enum { FIELDS = sizeof(sample) / sizeof(float) };

/* Coordinates and magnitude of a sample, read as one. */
typedef struct {
  _Alignas(16) float at[4];
} quad;

static void magnitudes(int samples, float *k, float *magnitude) {
#pragma omp target teams distribute map(to: k[0:FIELDS*samples]) map(from: magnitude[0:samples])
  for (int first = 0; first < samples; first += 128) {
    float field[128][FIELDS];
#pragma omp parallel
    {
#pragma omp for
      for (int thread = 0; thread < 128; thread++)
#pragma omp unroll full
        for (int s = 0; s < 128*FIELDS; s += 128) {
          int at = thread + s;
          if (FIELDS*first + at < FIELDS*samples)
            field[at / FIELDS][at % FIELDS] = k[FIELDS*first + at];
        }
#pragma omp for nowait
      for (int thread = 0; thread < 128; thread++)
        if (first + thread < samples) {
          float real = field[thread][3], imaginary = field[thread][4];
          magnitude[first + thread] = real * real + imaginary * imaginary;
        }
    }
  }
}

static void sums(int samples, int points, float *k, float *magnitude, float *point, float *Q) {
#pragma omp target teams distribute map(to: k[0:FIELDS*samples], magnitude[0:samples], point[0:3*points]) map(from: Q[0:2*points])
  for (int first = 0; first < points; first += 64) {
    quad near[256];
    float part[2][4][64];
#pragma omp parallel
    {
#pragma omp for
      for (int at = 0; at < 2*4*64; at++)
        part[at / 256][at / 64 % 4][at % 64] = 0.0f;
      for (int begin = 0; begin < samples; begin += 256) {
        int count = samples - begin < 256 ? samples - begin : 256;
#pragma omp for
        for (int thread = 0; thread < 128; thread++) {
#pragma omp unroll partial(2)
          for (int at = thread; at < FIELDS*count; at += 128)
            if (at % FIELDS < 3)
              near[at / FIELDS].at[at % FIELDS] = k[FIELDS*begin + at];
          for (int s = thread; s < count; s += 128)
            near[s].at[3] = magnitude[begin + s];
        }
#pragma omp for
        for (int thread = 0; thread < 128; thread++) {
          int group = thread / 32, lane = thread % 32;
          float x[2], y[2], z[2], real[2] = {0.0f, 0.0f}, imaginary[2] = {0.0f, 0.0f};
#pragma omp unroll full
          for (int q = 0; q < 2; q++) {
            int p = first + lane + 32*q < points ? first + lane + 32*q : points - 1;
            x[q] = point[p];
            y[q] = point[points + p];
            z[q] = point[2*points + p];
          }
          for (int s = group; s < count; s += 4) {
            quad here = near[s];
#pragma omp unroll full
            for (int q = 0; q < 2; q++) {
              float angle = TWO_PI * (here.at[0] * x[q] + here.at[1] * y[q] + here.at[2] * z[q]);
              real[q] += here.at[3] * cosf(angle);
              imaginary[q] += here.at[3] * sinf(angle);
            }
          }
#pragma omp unroll full
          for (int q = 0; q < 2; q++) {
            part[0][group][lane + 32*q] += real[q];
            part[1][group][lane + 32*q] += imaginary[q];
          }
        }
      }
#pragma omp for nowait
      for (int thread = 0; thread < 128; thread++) {
        int which = thread / 64, p = thread % 64;
        if (first + p < points) {
          float sum = 0.0f;
          for (int group = 0; group < 4; group++)
            sum += part[which][group][p];
          Q[which*points + first + p] = sum;
        }
      }
    }
  }
}

static void computeq_magnitude_two_level(int samples, void *k, float *magnitude) {
  magnitudes(samples, k, magnitude);
}

static void computeq_sum_two_level(int samples, int points, void *k, float *magnitude, float *point, float *Q) {
  sums(samples, points, k, magnitude, point, Q);
}
