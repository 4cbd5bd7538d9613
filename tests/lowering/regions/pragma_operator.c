// _Pragma gives regions; a string that is no pragma gives none.
void operators(int n, double *a) {
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])")
  for (int i = 0; i < n; i++)
    a[i] = 1;
  _Pragma("omp target") a[0] = 2;
  const char *no = "_Pragma(\"omp target\")";
  a[1] = no[0];
}
