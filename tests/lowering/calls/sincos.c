// sincos stores to two places; a function of the user's with another list of parameters is that function.
void sincos(double, double *, double *);
double sincosf(double);
void waves(int n, double *s, double *c) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    sincos(0.5 * i, &s[i], c + i);
}
void others(int n, double *s) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    s[i] = sincosf(s[i]);
}
