// The same in C++, where `assert` is another expression and exceptions leave a block.
#include <cassert>
#include <vector>

void asserted(int n, int m, double *a) {
  assert(n > m);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += m;
}

void throws(int n, int m, double *a) {
  if (m < 4) throw 5;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += m;
}

void caught_inside(int n, int m, double *a) {
  try {
    if (m < 4) throw 5;
  } catch (int) {
  }
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += m;
}

void declares(int n, double *a) {
  if (int m = n - 3; m < 4) return;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += n;
}

template <typename T> void of_a_template(int n, T *a) {
  if (n < 4) return;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += n;
}
template void of_a_template<double>(int, double *);
