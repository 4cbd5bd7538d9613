// Iterators of a vector count like the pointers they are, up and down; an iterator of a list or of the user's own is a while loop.
#include <list>
#include <vector>
void forward(std::vector<double> &v, std::vector<int> &k) {
#pragma omp target teams distribute parallel for
  for (std::vector<double>::iterator it = v.begin(); it != v.end(); ++it) {
    long at = it - v.begin();
    *it += k[at];
  }
}
void strided(std::vector<double> &v) {
#pragma omp target teams distribute parallel for
  for (auto it = v.begin() + 1; it < v.end(); it += 2)
    it[0] = it[-1];
}
void backward(const std::vector<int> &v, double *out) {
  std::vector<int>::const_iterator it;
#pragma omp target teams distribute parallel for
  for (it = v.end() - 1; it >= v.begin(); it--)
    out[it - v.begin()] = *it;
}
struct Every {
  int *at;
  bool operator!=(const Every &o) const { return at != o.at; }
  void operator++() { at += 2; }
};
void refused_iterators(std::list<int> &l, Every first, Every last, int n) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    for (auto it = l.begin(); it != l.end(); ++it)
      *it = 1;
    for (Every e = first; e != last; ++e)
      *e.at = 1;
  }
}
#ifdef TRACE
void trace(void) {
  std::vector<double> v(7, 1.5);
  std::vector<int> k(7, 2);
  forward(v, k);
  strided(v);
  backward(k, doubles(7));
}
#endif
