// Explicit launch bounds are hazards, on the construct or on a directive inside; a device number is none.
void bounds(int n, double *a) {
#pragma omp target teams distribute parallel for num_teams((n + 127) / 128) thread_limit(128)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute
  for (int i = 0; i < n; i++) {
#pragma omp parallel for num_threads(32)
    for (int j = 0; j < n; j++)
      a[i * n + j] = 2;
  }
#pragma omp target teams distribute parallel for device(0)
  for (int i = 0; i < n; i++)
    a[i] = 3;
}
