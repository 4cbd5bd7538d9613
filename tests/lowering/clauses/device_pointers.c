// is_device_ptr and has_device_addr say that a pointer is the device's; on target data use_device_ptr does.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for has_device_addr(a)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target data use_device_ptr(a) use_device_addr(b)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
}
