// A region in a lambda, in a lambda that is an argument, and around a call of one; a lambda without has none.
template <class F> void call(F f) { f(); }
void lambdas(int n, double *a) {
  auto fill = [=]() {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 1;
  };
  fill();
  call([&] {
#pragma omp target
    a[0] = 2;
  });
  auto plain = [=](int i) { return i * n; };
  a[1] = plain(3);
}
auto global = [](double *a) {
#pragma omp target
  a[2] = 3;
};
