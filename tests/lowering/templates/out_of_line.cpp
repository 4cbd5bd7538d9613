// Members of class templates that are defined outside of their classes depend on the parameters too.
template <typename T> struct Stream {
  T *a, *b;
  int n;
  void copy();
  void count(int *out);
};

template <typename T> void Stream<T>::copy() {
  T *from = a, *to = b;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) to[i] = from[i];
}

template <typename T> void Stream<T>::count(int *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 8; i++) out[i] = i;
}

template <typename T> struct Unused {
  T *a;
  void zero(int n);
};

template <typename T> void Unused<T>::zero(int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) a[i] = 0;
}

void use(Stream<double> &stream) { stream.copy(); }
