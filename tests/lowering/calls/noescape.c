// A function whose body the unit lacks is an effect with a name, also where it does not keep its pointers; const and pure functions are values.
void observe(__attribute__((noescape)) const double *where, int n);
double total(const double *a, int n) __attribute__((pure));
int index_of(int i) __attribute__((const));
void noescape(int n, double *a, double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    observe(&a[i], 1);
    out[index_of(i)] = total(a, i);
  }
}
