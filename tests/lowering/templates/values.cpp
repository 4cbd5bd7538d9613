// Template parameters that are numbers are numbers in each instance: strides, bounds and extents.
template <int N, unsigned M> void grid(double (*a)[N], int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < M; j++)
      a[i][j] = N * M;
}
void use(double (*a)[8], double (*b)[4], int n) {
  grid<8, 3>(a, n);
  grid<4, 4>(b, n);
}
