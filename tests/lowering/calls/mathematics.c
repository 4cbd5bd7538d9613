// Functions of the mathematics library compute from their arguments only, float forms and built-ins too.
#include <math.h>
#include <stdlib.h>
void mathematics(int n, double *a, float *f, int *k) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[i] = sqrt(fabs(a[i])) + fmax(a[i], f[i]);
    f[i] = sqrtf(fabsf(f[i])) + floorf(f[i + 1]) + __builtin_fabs(a[i]);
    a[abs(k[i] - 2)] += floor(a[i]);
  }
}

void refused_stores(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    int e;
    a[i] = frexp(a[i], &e) + e;
  }
}

#ifdef TRACE
void trace(void) {
  mathematics(5, doubles(6), floats(6), ints(6));
}
#endif
