/* Triangular loops give idle threads something to do where the host finds that the outer loops have few iterations. */
#include "../check.h"
enum { N = 53, M = 38 };

/* Products of columns. */
static void products(int n, int m, const float *Y, float *R) {
  #pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=collapse(2)+box(k)
  for (int j = 0; j < m; j++)
    for (int k = j + 1; k < m; k++) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i * m + j] * Y[i * m + k];
      R[j * m + k] = sum;
      R[k * m + j] = sum;
    }
}

/* The diagonal is a region of its own. */
static void correlation(int n, int m, const float *Y, float *R) {
  #pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=distribute(22:none|23:collapse(2)+box(k))
  for (int j = 0; j < m; j++) {
    R[j * m + j] = 1;
    for (int k = j + 1; k < m; k++) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i * m + j] * Y[i * m + k];
      R[j * m + k] = sum;
      R[k * m + j] = sum;
    }
  }
}

int main(void) {
  static float Y[N * M], R[M * M], S[M * M];
  FILL(Y, N * M);
  products(N, M, Y, R);
  correlation(N, M, Y, S);
  correlation(3, 1, Y, R);
  SHOW(R, M * M); SHOW(S, M * M);
  return 0;
}
