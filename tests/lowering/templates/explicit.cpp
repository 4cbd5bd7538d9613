// Explicit instantiations are analysed though nothing uses them; overloaded methods, which a name alone does not tell apart, keep their pattern.
template <typename T> void axpy(T a, const T *x, T *y, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
template void axpy<double>(double, const double *, double *, int);
template void axpy(float, const float *, float *, int);

namespace ns {
template <typename T, int N> struct Matrix {
  void clear(int n);
  void overloaded(int n) {
#pragma omp target
    d[n] = 0;
  }
  void overloaded(long n) {}

private:
  T *d;
};
template <typename T, int N> void Matrix<T, N>::clear(int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    d[i * N] = 0;
}
template class Matrix<double, 3>;
namespace {
template <typename T> T *scale(T *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    x[i] *= T(2);
  return x;
}
template short *scale<short>(short *, int);
}
}
