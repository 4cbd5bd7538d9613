// Directives inside a region that are not its loops: critical, atomic, barrier, masked, ordered.
void inside(int n, double *a, int *count) {
#pragma omp target parallel
  {
#pragma omp masked
    a[0] = 1;
#pragma omp barrier
#pragma omp critical(name)
    a[1] = 2;
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp atomic update
      *count += 1;
    }
#pragma omp sections
    {
#pragma omp section
      a[2] = 3;
#pragma omp section
      a[3] = 4;
    }
  }
  *count = 0;
}
