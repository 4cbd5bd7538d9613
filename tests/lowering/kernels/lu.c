// LU factorisation: triangular loops, one region per column.
void lu(int n, double (*A)[n]) {
  for (int k = 0; k < n - 1; k++) {
#pragma omp target teams distribute parallel for
    for (int i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k] + 8;
      for (int j = k + 1; j < n; j++) A[i][j] -= A[i][k] * A[k][j];
    }
  }
}

#ifdef TRACE
void trace(void) {
  lu(4, (double (*)[4])doubles(16));
}
#endif
