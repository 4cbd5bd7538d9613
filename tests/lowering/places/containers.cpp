// operator[], at's absence, data() and size() of std::array and std::vector are inlined from their own bodies.
#include <array>
#include <vector>
void containers(std::vector<double> &v, std::array<float, 8> &a, const std::vector<int> &k) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 6; i++) {
    v[i] = a[i] + k[i];
    v.data()[i] += a.data()[i + 1] * (int)v.size();
  }
}
void refused_growth(std::vector<double> &v) {
#pragma omp target
  for (int i = 0; i < 6; i++) v.push_back(i);
}

#ifdef TRACE
void trace(void) {
  std::vector<double> v(8, 1.5);
  std::vector<int> k(8, 2);
  std::array<float, 8> *a = (std::array<float, 8> *)floats(8);
  containers(v, *a, k);
}
#endif
