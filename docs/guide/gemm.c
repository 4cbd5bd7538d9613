#include <stdio.h>

enum { N = 96 };
static float a[N][N], b[N][N], c[N][N];

static void gemm(void) {
#pragma omp target teams distribute parallel for map(to: a, b) map(from: c)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i + j) % 7;
      b[i][j] = (i - j) % 5;
    }
  gemm();
  double total = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      total += c[i][j];
  printf("%.0f\n", total);
  return 0;
}
