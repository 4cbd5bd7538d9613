/* Correlation matrix of m variables from n observations each (the columns and rows of X), single
 * precision: means, deviations, the data scaled to unit deviation, the products of its columns. The
 * last region writes the upper triangle and mirrors it. */
#include "bench.h"

static void corr_means(int n, int m, float *X, float *mean) {
#pragma omp target teams distribute parallel for map(to: X[0:n*m]) map(from: mean[0:m])
  for (int j = 0; j < m; j++) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
      sum += X[i*m + j];
    mean[j] = sum / (float)n;
  }
}

static void corr_deviations(int n, int m, float *X, float *mean, float *deviation) {
#pragma omp target teams distribute parallel for map(to: X[0:n*m], mean[0:m]) map(from: deviation[0:m])
  for (int j = 0; j < m; j++) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
      sum += (X[i*m + j] - mean[j]) * (X[i*m + j] - mean[j]);
    float root = sqrtf(sum / (float)n);
    deviation[j] = root > 0.001f ? root : 1.0f;
  }
}

static void corr_scale(int n, int m, float *X, float *mean, float *deviation, float *Y) {
  float root = sqrtf((float)n);
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: X[0:n*m], mean[0:m], deviation[0:m]) map(from: Y[0:n*m])
#else
#pragma omp target teams distribute parallel for map(to: X[0:n*m], mean[0:m], deviation[0:m]) map(from: Y[0:n*m])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      Y[i*m + j] = (X[i*m + j] - mean[j]) / (root * deviation[j]);
    }
  }
}

static void corr_products(int n, int m, float *Y, float *R) {
#pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m])
  for (int j = 0; j < m; j++) {
    R[j*m + j] = 1.0f;
    for (int k = j + 1; k < m; k++) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i*m + j] * Y[i*m + k];
      R[j*m + k] = sum;
      R[k*m + j] = sum;
    }
  }
}

static void corr_serial(int n, int m, const float *X, float *R) {
  float *Y = bench_floats((size_t)n * (size_t)m, 0), root = sqrtf((float)n);
  for (int j = 0; j < m; j++) {
    float mean = 0.0f, square = 0.0f;
    for (int i = 0; i < n; i++)
      mean += X[i*m + j];
    mean /= (float)n;
    for (int i = 0; i < n; i++)
      square += (X[i*m + j] - mean) * (X[i*m + j] - mean);
    float deviation = sqrtf(square / (float)n);
    deviation = deviation > 0.001f ? deviation : 1.0f;
    for (int i = 0; i < n; i++)
      Y[i*m + j] = (X[i*m + j] - mean) / (root * deviation);
  }
  for (int j = 0; j < m; j++)
    for (int k = 0; k < m; k++)
      for (int i = 0; i < n; i++)
        R[j*m + k] += Y[i*m + j] * Y[i*m + k];
  for (int j = 0; j < m; j++)
    R[j*m + j] = 1.0f;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "corr");
  int n = bench_size("n", 320, 2, 8192), m = bench_size("m", 256, 1, 8192);
  size_t columns = (size_t)m, count = (size_t)n * columns, square = columns * columns;
  float *X = bench_floats(count, 1), *Y = bench_floats(count, 0), *R = bench_floats(square, 0);
  float *mean = bench_floats(columns, 0), *deviation = bench_floats(columns, 0);
  float *expected = bench_floats(square, 0);
  bench_tolerance(1e-5);

#pragma omp target enter data map(to: X[0:count]) map(alloc: Y[0:count], mean[0:m], deviation[0:m], R[0:square])
  while (bench_repeat()) {
    BENCH_TIME(corr_means, n, m, X, mean);
    BENCH_TIME(corr_deviations, n, m, X, mean, deviation);
    BENCH_TIME(corr_scale, n, m, X, mean, deviation, Y);
    BENCH_TIME(corr_products, n, m, Y, R);
  }
#pragma omp target exit data map(from: R[0:square]) map(release: X[0:count], Y[0:count], mean[0:m], deviation[0:m])

  if (bench_wants_reference())
    corr_serial(n, m, X, expected);
  bench_output_floats(R, expected, square);
  return bench_end();
}
