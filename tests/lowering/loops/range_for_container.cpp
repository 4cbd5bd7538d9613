// for over std::vector or std::array is a loop over its elements; over a class of one's own or a container of nodes it is opaque.
#include <array>
#include <map>
#include <vector>
struct Span {
  double *first;
  int count;
  double *begin() const { return first; }
  double *end() const { return first + count; }
};
void containers(std::vector<double> &v, const std::array<float, 5> &a, double *out) {
#pragma omp target
  {
    for (double &x : v) x += 1;
    for (float x : a) *out += x;
  }
}
void refused_own(Span s, double *out) {
#pragma omp target
  for (const auto &x : s) *out += x;
}
void refused_nodes(std::map<int, int> &m, int *out) {
#pragma omp target
  for (auto &pair : m) *out += pair.second;
}
void associated(std::vector<double> &v) {
#pragma omp target teams distribute parallel for
  for (double &x : v) x = 2 * x;
}

#ifdef TRACE
void trace(void) {
  std::vector<double> v(6, 1.5);
  std::array<float, 5> *a = (std::array<float, 5> *)floats(5);
  containers(v, *a, doubles(2));
  associated(v);
}
#endif
