// A comment on a pragma line is a hazard, at its end or inside; one on the line before is none.
void comments(int n, double *a) {
#pragma omp target teams distribute parallel for // rows
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams /* wide */ distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 2;
  // columns
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 3;
}
