// linear with a step or a modifier, safelen, simdlen, aligned and nontemporal on simd constructs.
void f(int n, double *a, double *b) {
  int k = 0;
#pragma omp target simd linear(k : 2) safelen(8)
  for (int i = 0; i < n; i++)
    {
      a[i] = b[k];
      k += 2;
    }
#pragma omp target simd linear(k) simdlen(4) aligned(a : 64) nontemporal(b)
  for (int i = 0; i < n; i++)
    {
      a[i] = b[k];
      k += 2;
    }
}
