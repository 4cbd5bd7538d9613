// A function without a body that is called like one of the mathematical library is pure where C reserves the name; max and min are the user's.
double sqrt(double);
int max(int, int);
void own_names(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) a[max(i, 3)] = sqrt(a[i]);
}
