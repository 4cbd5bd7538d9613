// An array of C's complex numbers is one of objects of two numbers; arithmetic with them is not followed.
#include <complex.h>
void parts(int n, double _Complex *z, double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    out[2 * i] = ((double *)&z[i])[0];
    out[2 * i + 1] = ((double *)z)[2 * i + 1];
  }
}
void refused_product(int n, double _Complex *z) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    z[i] = z[i] * z[i];
    z[i] = __real__ z[i];
  }
}

#ifdef TRACE
void trace(void) { parts(3, (double _Complex *)doubles(6), doubles(6)); }
#endif
