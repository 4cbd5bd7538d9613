// A construct of several pragmas is a hazard; one pragma with all words is none.
void chained(int n, double *a) {
#pragma omp target
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 2;
}
