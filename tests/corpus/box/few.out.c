/* Triangular loops give idle threads something to do where the host finds that the outer loops have few iterations. */
#include "../check.h"
enum { N = 53, M = 38 };

/* Products of columns. */
static void products(int n, int m, const float *Y, float *R) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = 74624 >= (__int128)m;
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for collapse(2) map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=collapse(2)+box(k)
  for (int j = 0; j < m; j++)
    for (int k = 1; k < m; k++) if (k >= j + 1) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i * m + j] * Y[i * m + k];
      R[j * m + k] = sum;
      R[k * m + j] = sum;
    }
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=collapse(2)+box(k)
#line 8
  for (int j = 0; j < m; j++)
    for (int k = j + 1; k < m; k++) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i * m + j] * Y[i * m + k];
      R[j * m + k] = sum;
      R[k * m + j] = sum;
    }
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* The diagonal is a region of its own. */
static void correlation(int n, int m, const float *Y, float *R) {
#line 20
  {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 20
    int warpcc_holds = 74624 >= (__int128)m;
#line 20
    #pragma clang diagnostic pop
#line 20
    if (warpcc_holds) {
#line 20
  {
#line 20
  #pragma omp target data map(to: Y[0:n*m]) map(from: R[0:m*m])
#line 20
  {
#line 20
  #pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=distribute(22:none|23:collapse(2)+box(k))
  for (int j = 0; j < m; j++) {
    R[j * m + j] = 1;
#line 23
  }
#line 23
  #pragma clang diagnostic push
#line 23
  #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for collapse(2) map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=distribute(22:none|23:collapse(2)+box(k))
#line 21
  for (int j = 0; j < m; j++) {
#line 23
  #pragma clang diagnostic pop
#line 23
    for (int k = 1; k < m; k++) if (k >= j + 1) {
      float sum = 0.0f;
      for (int i = 0; i < n; i++)
        sum += Y[i * m + j] * Y[i * m + k];
      R[j * m + k] = sum;
      R[k * m + j] = sum;
    }
  }
#line 30
  }
#line 30
  }
#line 30
    } else {
#line 30
    #pragma clang diagnostic push
#line 30
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(to: Y[0:n*m]) map(from: R[0:m*m]) //~ plan=distribute(22:none|23:collapse(2)+box(k))
#line 21
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
#line 30
    #pragma clang diagnostic pop
#line 30
    }
#line 30
  }
#line 31
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
