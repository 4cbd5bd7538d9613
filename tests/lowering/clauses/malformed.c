// Clauses without what they need: no argument, an empty one, one too many, an empty list item.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for collapse()
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for nogroup(3)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(to : a, )
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for private()
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for nowait
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
