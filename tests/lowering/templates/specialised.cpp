// A full specialisation is a function of its own; the primary template keeps its instances.
template <typename T> void put(T *a) {
#pragma omp target
  a[1] = 2;
}
template <> void put<char>(char *a) {
#pragma omp target
  a[0] = 'c';
}
void use(long *l, char *c) {
  put(l);
  put(c);
}
