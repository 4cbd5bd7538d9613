// A template that the unit never instantiates is reported by its pattern; what depends is not understood.
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
