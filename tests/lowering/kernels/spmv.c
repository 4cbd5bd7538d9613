// Sparse matrix times vector, compressed rows.
void spmv(int rows, const int *start, const int *column, const double *value, const double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int r = 0; r < rows; r++) {
    double sum = 0.0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += value[k] * x[column[k]];
    y[r] = sum;
  }
}

#ifdef TRACE
void trace(void) {
  spmv(4, ints(5), ints(6), doubles(6), doubles(5), doubles(4));
}
#endif
