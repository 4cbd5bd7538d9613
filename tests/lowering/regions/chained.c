// Chained pragmas are one region; a pragma that does not combine begins a statement of its own.
void chained(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
#pragma omp teams distribute
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
}

void nested(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2 * a[i];
  }
}

void two(int n, double *a) {
#pragma omp target
#pragma omp critical
  a[0] = n;
}
