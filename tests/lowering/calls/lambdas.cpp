// Lambdas: without captures, by reference, by value of what does not change; `this` is the one around them.
struct Grid {
  int n;
  double *u;
  void fill(double *out) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      auto at = [this](int k) { return u[k] * n; };
      auto add = [&](int k, double x) { out[k] += x; };
      auto twice = [](double x) { return 2 * x; };
      add(i, at(i));
      out[i] = twice(out[i]);
    }
  }
};
void lambdas(int n, int m, double *a) {
  const int stride = m + 1;
  auto index = [=](int i, int j) { return i * stride + j; };
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[index(i, j)] += j;
}
void refused_changed_copy(int n, int m, double *a) {
  auto shifted = [=](int i) { return i + m; };
  m = 0;
#pragma omp target
  for (int i = 0; i < n; i++) a[shifted(i)] = 1;
}

#ifdef TRACE
void trace(void) {
  lambdas(3, 2, doubles(12));
  Grid *g = (Grid *)storage(sizeof(Grid));
  g->n = 3; g->u = doubles(3);
  g->fill(doubles(4));
}
#endif
