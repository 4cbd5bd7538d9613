// Every map type; a type that OpenMP lacks is not understood, and the item is lost with it.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for map(to : b[0 : n]) map(from : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(alloc : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(a[0 : n], b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(release : a) map(delete : b)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(sideways : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
