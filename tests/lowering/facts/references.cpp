// A reference to a variable may change it, one to a constant too: no fact is kept. By value it may not.
void sees(const int &);
void bound_to_a_reference(int n, double *a) {
  for (int k = 0; k < n; k++) {
    sees(k);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += k;
  }
}

void takes(int);
void passed_by_value(int n, double *a) {
  for (int k = 0; k < n; k++) {
    takes(k);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += k;
  }
}

void chosen(int n, double *a) {
  for (int k = 0, l = 0; k < n; k++) {
    (n > 3 ? k : l) = -5;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += k;
  }
}
