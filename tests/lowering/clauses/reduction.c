// reduction with operators, modifiers and names; without an operator it is not understood.
void f(int n, double *a, double *b) {
  double s = 0, t = 1;
#pragma omp target teams distribute parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i] + t;
#pragma omp target teams distribute parallel for reduction(max : s) reduction(+ : t)
  for (int i = 0; i < n; i++)
    s += a[i] + t;
#pragma omp target parallel for reduction(task, + : s)
  for (int i = 0; i < n; i++)
    s += a[i] + t;
#pragma omp target teams distribute parallel for reduction(s)
  for (int i = 0; i < n; i++)
    s += a[i] + t;
  b[0] = s + t;
}
