/* warpcc-scalars: on */ /* warpcc-flags: -std=c11 */
#include <stdio.h>
#include <stdlib.h>
#define N 512

static void gemm(float *A, float *B, float *C, float alpha, float beta) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:N*N], B[0:N*N]) map(tofrom: C[0:N*N]) //~ WC102 !WC101 plan=collapse(2)+scalar(k)
  for (int i = 0; i < N; i++) { //~ i=declared
    for (int j = 0; j < N; j++) { //~ j=proved
      C[i*N + j] *= beta; //~ sectors=32->4
      { float warpcc_value_C = C[i*N + j]; for (int k = 0; k < N; k++) { //~ k=carried
        warpcc_value_C += alpha * A[i*N + k] * B[k*N + j]; //~ C: sectors=32->4 A: sectors=32->1 B: sectors=1->4
      } C[i*N + j] = warpcc_value_C; }
    }
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * N * N);
  float *b = malloc(sizeof(float) * N * N);
  float *c = malloc(sizeof(float) * N * N);
  for (int i = 0; i < N * N; i++) {
    a[i] = (float)(i % 7) - 3;
    b[i] = (float)(i % 11) - 5;
    c[i] = (float)(i % 5);
  }
  gemm(a, b, c, 2, 3);
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += c[i] * (i % 13 + 1);
  printf("%.17g\n", sum);
  return 0;
}

/* warpcc-report: whole */
