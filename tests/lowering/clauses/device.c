// device with and without a modifier, nowait, and depend with types and iterators.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for device(n - 1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for device(device_num : 0) nowait depend(in : b[0 : n]) depend(out : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for nowait depend(iterator(int k = 0 : n), inout : a[k])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for depend(sometimes : a)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
