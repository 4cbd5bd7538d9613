// Regions in methods, in constructors, in methods defined outside the class, and of a local class.
struct Grid {
  int n;
  double *a;
  Grid(int size, double *data) : n(size), a(data) {
#pragma omp target
    a[0] = n;
  }
  void inside() {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
  void outside();
  int plain() const { return n; }
};
void Grid::outside() {
#pragma omp target
  a[1] = n;
}
void local(double *a) {
  struct Inner {
    void run(double *b) {
#pragma omp target
      b[0] = 1;
    }
  } inner;
  inner.run(a);
}
