// A method of a class template is analysed for each class that is used; an unused method keeps its pattern.
template <typename T, int N> struct Block {
  T x[N];
  void clear(int n) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      x[i] = 0;
  }
  void unused(T *y) {
#pragma omp target
    y[1] = x[0];
  }
};
void use(int n) {
  Block<double, 16> a;
  Block<int, 8> b;
  a.clear(n);
  b.clear(n);
}
