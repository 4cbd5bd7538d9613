// The argument of collapse is a number; an expression is kept as written, 0 loops cannot be meant.
enum { TWO = 2 };
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = b[j];
#pragma omp target teams distribute parallel for collapse(TWO)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = b[i];
#pragma omp target teams distribute parallel for collapse(1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
