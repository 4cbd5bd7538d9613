// if with and without a directive's name, with a conditional inside; a name that is no directive is not understood.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for if (n > 8)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for if (target : n > 8) if (parallel : n > 4)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for if (n ? 1 : 0)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for if (bogus : n)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
