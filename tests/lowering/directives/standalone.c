// enter data, exit data and update stand for themselves: no regions, and they govern nothing.
void standalone(int n, double *a) {
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target update from(a[0 : n]) if (n > 3)
#pragma omp target exit data map(delete : a[0 : n])
  a[0] = 2;
}
