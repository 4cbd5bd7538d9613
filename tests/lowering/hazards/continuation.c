// Each backslash that continues a pragma is a hazard; a long line is none.
void continued(int n, double *a) {
#pragma omp target teams distribute \
    parallel for map(tofrom \
                     : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = 2;
}
