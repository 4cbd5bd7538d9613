// Array sections: with and without bounds, of several dimensions, single elements, whole variables.
void f(int n, double *a, double *b) {
  double c[4][8] = {{0}};
#pragma omp target teams distribute parallel for map(tofrom : a[:n]) map(to : b[n : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[1][2];
#pragma omp target teams distribute parallel for map(to : c[0 : 4][0 : 8], c)
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[1][2];
#pragma omp target teams distribute parallel for map(tofrom : a[n > 3 ? 1 : 0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[1][2];
#pragma omp target teams distribute parallel for map(to : b[3])
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[1][2];
}
