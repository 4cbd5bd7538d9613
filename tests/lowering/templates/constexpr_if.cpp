// The branch of if constexpr that an instance discards is not in its region; each instance has its own.
template <bool Twice> void put(double *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    if constexpr (Twice)
      a[2 * i] = 2;
    else
      a[i] = 1;
  }
}
void use(double *a, int n) {
  put<true>(a, n);
  put<false>(a, n);
}
