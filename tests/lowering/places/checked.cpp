// at() and front() of std::array, arrays of arrays; at() of std::vector, which reads its size, and back(), which chooses between elements, stay calls.
#include <array>
#include <vector>
void checked(int n, std::vector<double> &v, std::array<std::array<float, 4>, 8> &a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    v[i] = a.at(i).at(1) + a[i][2];
    v[i] += a.front()[i & 3];
  }
}
void refused_check(int n, std::vector<double> &v) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) v.at(i) = i;
}
void refused_back(std::array<std::array<float, 4>, 8> &a) {
#pragma omp target
  a[0][0] = a.back()[0];
}

#ifdef TRACE
void trace(void) {
  std::vector<double> v(8, 1.5);
  auto *a = (std::array<std::array<float, 4>, 8> *)floats(32);
  checked(6, v, *a);
}
#endif
