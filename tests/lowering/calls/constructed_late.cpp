// Objects of called functions that constructors with bodies make: an attempt to put one before its statement leaves no variable behind.
// warpcc-flags: -std=c++17
template <class T> struct Pair {
  T x, y;
  explicit Pair(const T &a, const T &b) { x = a; y = b; }
  Pair(const Pair &other) { x = other.x; y = other.y; }
  Pair &operator=(const Pair &other) { x = other.x; y = other.y; return *this; }
};
template <class T> static Pair<T> product(const Pair<T> &a, const Pair<T> &b) {
  Pair<T> result(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
  return result;
}
static Pair<double> doubled(Pair<double> &src) {
    double re = 2*src.x;
    Pair<double> result(re, src.y);
    return result;
}
void refused_products(double *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Pair<double> own(a[i], i);
    Pair<double> twice = product(product(own, own), doubled(own));
    twice = product(product(own, own), doubled(own));
    a[i] = twice.x + product(doubled(own), own).y;
  }
}

void understood(double *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Pair<double> own(a[i], i);
    a[i] = own.x * own.y;
  }
}
