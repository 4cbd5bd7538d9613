// A target data directive says nothing of a variable of the same name that is declared inside it.
void hidden(int n, double *a, double *b) {
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
  {
    double *a = b + n;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) a[i] = b[i];
  }
}

void visible(int n, double *a, double *b) {
#pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) a[i] = b[i];
  }
}
