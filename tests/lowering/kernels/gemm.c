// Matrix product with scaling, as in the benchmark suites.
void gemm(int ni, int nj, int nk, double alpha, double beta, double *C, const double *A, const double *B) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      C[i * nj + j] *= beta;
      for (int k = 0; k < nk; k++) C[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
    }
}

#ifdef TRACE
void trace(void) {
  gemm(3, 4, 2, 1.5, 0.5, doubles(12), doubles(6), doubles(8));
}
#endif
