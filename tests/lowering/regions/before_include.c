// A pragma before an #include governs what the included file begins with, not what follows it here.
void split(int n, double *a) {
#pragma omp target teams distribute parallel for
#include "loop.inc"
  for (int j = 0; j < n; j++)
    a[j] = 2;
}
void updated(int n, double *a) {
#pragma omp target update to(a[0 : n])
#include "updated.inc"
}
