// order and bind take words from a list; other words are not understood.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for order(concurrent)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for order(reproducible : concurrent)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams loop bind(teams)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for order(backwards)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams loop bind(league)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
