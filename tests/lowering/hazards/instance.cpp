// The regions of instances are marked, for others may exist elsewhere; a plain function's are not.
template <typename T> void fill(T *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
void plain(float *a, int n) {
  fill(a, n);
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
