static inline void in_header(float *x, int n) {
#line 1914877602
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += 1;
#line 5
                        
}
