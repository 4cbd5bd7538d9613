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

// A difference and a quotient may be 0 where loops run, a sum and a product not.
void lengths(int n, int m, double *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n - 1]) map(to : b[0 : n / 2])
  for (int i = 0; i < n; i++)
    a[i / 2] = b[i / 4];
  int half = n / 2, whole = n * m + 1;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : half]) map(to : b[0 : whole])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i / 2] += b[i * m + j];
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * (m + 1)]) map(to : b[0 : n << 1])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] += b[i];
}
