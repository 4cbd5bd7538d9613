/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { NI = 96, NJ = 128, NK = 64 };

static void gemm(float *restrict A, float *restrict B, float *restrict C, float beta) {
  #pragma omp target teams distribute parallel for map(to: A[0:NI*NK], B[0:NK*NJ]) map(tofrom: C[0:NI*NJ])
  for (int i = 0; i < NI; i++) { //~ plan=collapse(2)
    for (int j = 0; j < NJ; j++) { //~ j=proved
      C[i*NJ + j] *= beta; //~ sectors=32->4
      for (int k = 0; k < NK; ++k) { //~ k=carried
        C[i*NJ + j] += A[i*NK + k] * B[k*NJ + j]; //~ C: sectors=32->4 A: sectors=32->1 B: sectors=1->4
      }
    }
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * NI * NK), *b = malloc(sizeof(float) * NK * NJ);
  float *c = malloc(sizeof(float) * NI * NJ);
  FILL(a, NI * NK);
  FILL(b, NK * NJ);
  FILL(c, NI * NJ);
  gemm(a, b, c, 2);
  SHOW(c, NI * NJ);
  return 0;
}
