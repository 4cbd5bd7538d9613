// Function templates and class templates are inlined as they are instantiated; constexpr functions too.
template <class T> static inline T larger(T a, T b) { return a < b ? b : a; }
template <int N> struct Tile {
  double v[N * N];
  constexpr int size() const { return N * N; }
  double &at(int i, int j) { return v[i * N + j]; }
};
constexpr int padded(int n) { return (n + 3) / 4 * 4; }
void instantiated(int n, double *a, Tile<3> *tiles) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < tiles[i].size(); j++) a[i * padded(n) + j] += tiles[i].at(j / 3, j % 3);
    double m = larger(a[i], 1.0);
    a[i] = m + larger<int>(i, 2);
  }
}

#ifdef TRACE
void trace(void) {
  instantiated(3, doubles(24), (Tile<3> *)doubles(27));
}
#endif
