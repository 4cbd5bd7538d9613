// Elements of std::complex: members and operators are inlined from the library's bodies where those are simple.
#include <complex>
void complex_class(int n, const std::complex<double> *a, std::complex<double> *b, double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    out[i] = a[i].real() + a[i].imag();
    b[i] += 2.0;
  }
}
void refused_product(int n, const std::complex<float> *a, std::complex<float> *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) b[i] = a[i] * b[i];
}
