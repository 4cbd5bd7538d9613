// The size of a variable-length array is computed where it is declared: a call in it is an effect.
int next(int *);
void effects(int n, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int row[next(a)];
    row[0] = i;
    a[i] = row[0];
  }
}
void silent(int n, int m, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int row[m + 1][4];
    row[m][1] = i;
    a[i] = row[m][1];
  }
}
