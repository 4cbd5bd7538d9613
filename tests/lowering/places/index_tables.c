// Subscripts that come from memory, two levels deep.
void index_tables(int n, const int *index, const int *map, double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int k = index[i]; k < index[i] + 2; k++) y[i] += x[map[index[k] + 1]] * k;
}

#ifdef TRACE
void trace(void) {
  index_tables(5, ints(12), ints(12), doubles(8), doubles(5));
}
#endif
