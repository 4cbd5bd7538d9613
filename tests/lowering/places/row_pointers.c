// Pointers to rows: the pointer is itself read from memory, and so is an access of its own.
void row_pointers(int n, double **rows, double ***planes) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) rows[i][j] += planes[1][j][i];
}

#ifdef TRACE
void trace(void) {
  double **rows = storage(24);
  double ***planes = storage(16);
  for (int i = 0; i < 3; i++) rows[i] = doubles(3);
  planes[1] = storage(24);
  for (int i = 0; i < 3; i++) planes[1][i] = doubles(3);
  row_pointers(3, rows, planes);
}
#endif
