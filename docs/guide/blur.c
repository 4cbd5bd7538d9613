/* Two loop nests with the outer loop parallel only. */
void blur(int n, const float *restrict a, float *restrict b) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : b[0 : n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = 0.5f * a[i * n + j] + 0.25f * (a[i * n + j - 1] + a[i * n + j + 1]);
}

void prefix(int n, float *s) {
#pragma omp target teams distribute parallel for map(tofrom : s[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      s[i * n + j] += s[i * n + j - 1];
}
