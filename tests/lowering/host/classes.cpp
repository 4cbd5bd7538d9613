// Methods, constructors, instances of templates and vectors: objects are the first arguments, vectors are allocations.
#include <algorithm>
#include <utility>
#include <vector>

template <typename T> void twice(T *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

class Pair {
  int n;
  std::vector<float> first, second;

public:
  long count = 0;
  float *spare;

  Pair(int n) : n(n), first(n, 1.0f), second(n), spare(new float[n]) {}

  void step() {
    twice(first.data(), n);
    std::swap(first, second);
    count++;
  }

  void grow(const std::vector<float> &other) {
    first.push_back(1);
    second = other;
    delete[] spare;
  }
};

struct Table {
  int used, *rows;
  virtual void reset() { used = 0; }
};

int run(int n, Table &t) {
  Pair p(n);
  std::vector<float> v(n), w(v), empty;
  std::vector<float> u(std::move(v));
  std::fill(u.begin(), u.end(), 2.0f);
  p.step();
  p.grow(w);
  t.reset();
  t.rows[t.used++] = n;
  struct { float *a; int k; } s = {u.data(), n};
  twice(s.a, s.k);
  return static_cast<int>(p.spare[0]);
}
