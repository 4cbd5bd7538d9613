// A unit whose directives are all inactive, comments or no region has none.
#if 0
#pragma omp target
#endif
// #pragma omp target
void none(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target update to(a[0 : n])
}
