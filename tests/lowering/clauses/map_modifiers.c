// Modifiers before the map type: always, close, present, mapper, iterator; with commas or blanks.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for map(always, to : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(always close tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(present, from : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(mapper(default), tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(ompx_hold, to : b[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
