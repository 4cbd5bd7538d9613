void NAME(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[PLACE(i, j)] += 3;
}
