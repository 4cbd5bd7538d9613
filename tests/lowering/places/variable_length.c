// Variable-length arrays: a parameter, a local, a pointer to one, in two dimensions and three.
void variable_length(int n, int m, double a[n][m], double *w) {
  float local[n][m + 1];
  double (*cube)[n][m] = (double (*)[n][m])w;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++) local[i][j] = i - j;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = local[i][j + 1] + cube[1][i][j];
}

void refused_changing_size(int n, int m, double a[n][m]) {
  m = m + 1;
#pragma omp target
  for (int i = 0; i < n; i++) a[i][0] = 1;
}

#ifdef TRACE
void trace(void) {
  variable_length(3, 4, (double (*)[4])doubles(12), doubles(24));
}
#endif
