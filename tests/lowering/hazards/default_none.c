// default(none) and default(private) are hazards: a new variable must be listed. default(shared) is none.
void defaults(int n, double *a) {
#pragma omp target teams distribute parallel for default(none) shared(a, n)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target
#pragma omp teams distribute parallel for default(private) shared(a, n)
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target teams distribute parallel for default(shared)
  for (int i = 0; i < n; i++)
    a[i] = 3;
}
