// Field: statistics, the covariance of all pairs of columns of a table.
// Style: static arrays of constant size, three regions, the symmetric half stored twice.
// Kind: triangular nest over pairs, a sum down two columns.
#include <stdio.h>

#define SAMPLES 150
#define VARIABLES 130

static double data[SAMPLES][VARIABLES], mean[VARIABLES], cov[VARIABLES][VARIABLES];

#ifndef EXPERT
static void covariance(void) {
#pragma omp target teams distribute parallel for
  for (int v = 0; v < VARIABLES; v++) {
    mean[v] = 0;
    for (int s = 0; s < SAMPLES; s++)
      mean[v] += data[s][v];
    mean[v] /= SAMPLES;
  }
#pragma omp target teams distribute parallel for
  for (int s = 0; s < SAMPLES; s++)
    for (int v = 0; v < VARIABLES; v++)
      data[s][v] -= mean[v];
#pragma omp target teams distribute parallel for
  for (int a = 0; a < VARIABLES; a++)
    for (int b = a; b < VARIABLES; b++) {
      double sum = 0;
      for (int s = 0; s < SAMPLES; s++)
        sum += data[s][a] * data[s][b];
      cov[a][b] = sum / (SAMPLES - 1);
      cov[b][a] = cov[a][b];
    }
}
#else
static void covariance(void) {
#pragma omp target data map(tofrom : data) map(alloc : mean) map(from : cov)
  {
#pragma omp target teams distribute parallel for
    for (int v = 0; v < VARIABLES; v++) {
      double sum = 0;
      for (int s = 0; s < SAMPLES; s++)
        sum += data[s][v];
      mean[v] = sum / SAMPLES;
    }
#pragma omp target teams distribute parallel for collapse(2)
    for (int s = 0; s < SAMPLES; s++)
      for (int v = 0; v < VARIABLES; v++)
        data[s][v] -= mean[v];
#pragma omp target teams distribute parallel for collapse(2)
    for (int a = 0; a < VARIABLES; a++)
      for (int b = 0; b < VARIABLES; b++) {
        double sum = 0;
        for (int s = 0; s < SAMPLES; s++)
          sum += data[s][a] * data[s][b];
        cov[a][b] = sum / (SAMPLES - 1);
      }
  }
}
#endif

int main(void) {
  for (int s = 0; s < SAMPLES; s++)
    for (int v = 0; v < VARIABLES; v++)
      data[s][v] = (s * 17 + v * 23) % 71 + 0.5 * (v % 3);
  covariance();
  double sum = 0;
  for (int a = 0; a < VARIABLES; a++)
    for (int b = 0; b < VARIABLES; b++)
      sum += cov[a][b] * (1 + (a * 3 + b) % 5);
  printf("%.10e\n", sum);
  return 0;
}
