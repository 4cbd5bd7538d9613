// Field: machine learning, the matrix of a Gaussian kernel between all pairs of points.
// Style: dimensions known at run time, a helper for the squared distance that takes two row pointers.
// Kind: rows of both counters, each read again and again; symmetric result.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static inline float distance(const float *a, const float *b, int d) {
  float sum = 0;
  for (int k = 0; k < d; k++)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

static void kernel(const float *points, float *matrix, int n, int d, float gamma) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : points[0 : n * d]) map(from : matrix[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[i * n + j] = expf(-gamma * distance(points + i * d, points + j * d, d));
#else
#pragma omp target teams distribute map(to : points[0 : n * d]) map(from : matrix[0 : n * n])
  for (int first = 0; first < n; first += 16) {
    float own[16][64 + 1];
#pragma omp parallel for collapse(2) firstprivate(first)
    for (int r = 0; r < 16; r++)
      for (int k = 0; k < d; k++)
        if (first + r < n)
          own[r][k] = points[(first + r) * d + k];
    for (int other = 0; other < n; other += 16) {
      float tile[16][64 + 1];
#pragma omp parallel for collapse(2) firstprivate(other)
      for (int c = 0; c < 16; c++)
        for (int k = 0; k < d; k++)
          if (other + c < n)
            tile[c][k] = points[(other + c) * d + k];
#pragma omp parallel for collapse(2) firstprivate(first, other)
      for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c++)
          if (first + r < n && other + c < n)
            matrix[(first + r) * n + other + c] = expf(-gamma * distance(own[r], tile[c], d));
    }
  }
#endif
}

int main(void) {
  const int n = 240, d = 40;
  float *points = malloc(sizeof(float) * n * d), *matrix = malloc(sizeof(float) * n * n);
  for (int i = 0; i < n * d; i++)
    points[i] = (float)((i * 17 + i / 13) % 59) / 59;
  kernel(points, matrix, n, d, 0.2f);
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += matrix[i] * (1 + i % 7);
  printf("%.10e\n", sum);
  free(points), free(matrix);
  return 0;
}
