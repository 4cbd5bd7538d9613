// Functions without a body, recursive ones, and those with a goto stay calls, by name.
double unknown(double);
int printf(const char *, ...);
static int factorial(int n) {
  if (n < 2) return 1;
  return n * factorial(n - 1);
}
static int found(const int *k, int n) {
  int i = 0;
again:
  if (i == n) return -1;
  if (k[i++] == 0) return i;
  goto again;
}
void refused_unknown(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = unknown(a[i]);
}
void refused_recursion(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = factorial(i);
}
void refused_goto(int n, const int *k, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = found(k, i);
}
void refused_print(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) printf("%d %f\n", i, a[i]);
}
void refused_pointer(int n, double (*f)(double), double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = f(a[i]);
}
