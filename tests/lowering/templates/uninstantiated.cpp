// A template that the unit never instantiates is lowered by its pattern: the size of a dependent type is a symbol, and the region keeps that it depends.
template <typename T> void dependent(T *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
template <typename T> void independent(double *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
