// private, firstprivate, lastprivate and shared list variables; one that the region does not name says nothing.
void f(int n, double *a, double *b) {
  double x = 1, y = 2, z = 3, unused = 4;
#pragma omp target teams distribute parallel for private(x) firstprivate(y, z)
  for (int i = 0; i < n; i++)
    {
      x = y + z;
      a[i] = x;
    }
#pragma omp target teams distribute parallel for lastprivate(x)
  for (int i = 0; i < n; i++)
    {
      x = y + z;
      a[i] = x;
    }
#pragma omp target teams distribute parallel for lastprivate(conditional : x) shared(a, b)
  for (int i = 0; i < n; i++)
    {
      x = y + z;
      a[i] = x;
    }
#pragma omp target teams distribute parallel for private(unused)
  for (int i = 0; i < n; i++)
    {
      x = y + z;
      a[i] = x;
    }
  a[0] = x + unused;
}
