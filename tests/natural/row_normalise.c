// Field: machine learning, rows of features scaled to length one, and their products with a vector.
// Style: rows in parallel, `#pragma omp simd` with a reduction on the loops inside.
// Kind: sum of a row and a pass over the same row.
// Tolerance: 1e-10
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef EXPERT
static void normalise(double *restrict x, double *restrict score, const double *restrict w, long rows, long width) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : rows * width]) map(to : w[0 : width]) map(from : score[0 : rows])
  for (long r = 0; r < rows; r++) {
    double square = 0, product = 0;
#pragma omp simd reduction(+ : square)
    for (long i = 0; i < width; i++)
      square += x[r * width + i] * x[r * width + i];
    double scale = square > 0 ? 1 / sqrt(square) : 0;
#pragma omp simd reduction(+ : product)
    for (long i = 0; i < width; i++) {
      x[r * width + i] *= scale;
      product += x[r * width + i] * w[i];
    }
    score[r] = product;
  }
}
#else
static void normalise(double *restrict x, double *restrict score, const double *restrict w, long rows, long width) {
#pragma omp target teams distribute map(tofrom : x[0 : rows * width]) map(to : w[0 : width]) map(from : score[0 : rows])
  for (long r = 0; r < rows; r++) {
    double square = 0, product = 0;
#pragma omp parallel for reduction(+ : square) firstprivate(r)
    for (long i = 0; i < width; i++)
      square += x[r * width + i] * x[r * width + i];
    double scale = square > 0 ? 1 / sqrt(square) : 0;
#pragma omp parallel for reduction(+ : product) firstprivate(r)
    for (long i = 0; i < width; i++) {
      x[r * width + i] *= scale;
      product += x[r * width + i] * w[i];
    }
    score[r] = product;
  }
}
#endif

int main(void) {
  const long rows = 400, width = 300;
  double *x = malloc(sizeof(double) * rows * width), *score = malloc(sizeof(double) * rows), *w = malloc(sizeof(double) * width);
  for (long i = 0; i < rows * width; i++)
    x[i] = (double)((i * 13 + i / 7) % 89) - 40;
  for (long i = 0; i < width; i++)
    w[i] = 1.0 / (1 + i % 10);
  normalise(x, score, w, rows, width);
  double sum = 0;
  for (long i = 0; i < rows; i++)
    sum += score[i] * (1 + i % 3);
  for (long i = 0; i < rows * width; i++)
    sum += x[i] * (i % 5);
  printf("%.12e\n", sum);
  free(x), free(score), free(w);
  return 0;
}
