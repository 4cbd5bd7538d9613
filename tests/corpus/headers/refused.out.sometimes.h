#ifdef ONLY_ONCE
#define BODY(x) struct unused { int x; };
BODY(y)
#else
void NAME(int n, double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += 7;
}
#endif
