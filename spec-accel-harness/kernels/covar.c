/* Covariance matrix of m variables from n observations each (the columns and rows of X), single
 * precision: means, the data less its means, the products of its columns. */
#include "bench.h"

static void covar_means(int n, int m, float *X, float *mean) {
#pragma omp target teams distribute parallel for map(to: X[0:n*m]) map(from: mean[0:m])
  for (int j = 0; j < m; j++) {
    mean[j] = 0.0f;
    for (int i = 0; i < n; i++)
      mean[j] += X[i*m + j];
    mean[j] /= (float)n;
  }
}

static void covar_centre(int n, int m, float *X, float *mean) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: mean[0:m]) map(tofrom: X[0:n*m])
#else
#pragma omp target teams distribute parallel for map(to: mean[0:m]) map(tofrom: X[0:n*m])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      X[i*m + j] -= mean[j];
    }
  }
}

static void covar_products(int n, int m, float *X, float *S) {
#pragma omp target teams distribute parallel for map(to: X[0:n*m]) map(from: S[0:m*m])
  for (int j = 0; j < m; j++) {
    for (int k = j; k < m; k++) {
      S[j*m + k] = 0.0f;
      for (int i = 0; i < n; i++)
        S[j*m + k] += X[i*m + j] * X[i*m + k];
      S[k*m + j] = S[j*m + k];
    }
  }
}

static void covar_serial(int n, int m, float *X, float *S) {
  for (int j = 0; j < m; j++) {
    float mean = 0.0f;
    for (int i = 0; i < n; i++)
      mean += X[i*m + j];
    mean /= (float)n;
    for (int i = 0; i < n; i++)
      X[i*m + j] -= mean;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++)
        S[j*m + k] += X[i*m + j] * X[i*m + k];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "covar");
  int n = bench_size("n", 320, 2, 8192), m = bench_size("m", 256, 1, 8192);
  size_t columns = (size_t)m, count = (size_t)n * columns, square = columns * columns;
  float *X = bench_floats(count, 1), *mean = bench_floats(columns, 0), *S = bench_floats(square, 0);
  float *original = bench_floats(count, 1), *expected = bench_floats(square, 0);

  bench_keep(X, sizeof *X * (size_t)count);
#pragma omp target enter data map(to: X[0:count]) map(alloc: mean[0:m], S[0:square])
  while (bench_repeat()) {
#pragma omp target update to(X[0:count])
    BENCH_TIME(covar_means, n, m, X, mean);
    BENCH_TIME(covar_centre, n, m, X, mean);
    BENCH_TIME(covar_products, n, m, X, S);
  }
#pragma omp target exit data map(from: S[0:square]) map(release: X[0:count], mean[0:m])

  if (bench_wants_reference())
    covar_serial(n, m, original, expected);
  bench_output_floats(S, expected, square);
  return bench_end();
}
