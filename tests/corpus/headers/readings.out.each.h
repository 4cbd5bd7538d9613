void NAME(int n, TYPE *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[AT(i, j)] = x[AT(i, j)] * 2 + 1;
}
