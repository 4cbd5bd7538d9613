// A member template of a plain class, called with two types; a plain member is one region.
struct Tool {
  int n;
  template <class T> void scale(T *a, T by) const {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] *= by;
  }
  void plain(double *a) const {
#pragma omp target
    a[0] = n;
  }
};
void use(double *d, short *s) {
  Tool tool{4};
  tool.scale(d, 2.0);
  tool.scale<short>(s, 2);
  tool.plain(d);
}
