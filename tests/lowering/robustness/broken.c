// Source that clang rejects has no regions but a reason: the first error. Nothing is guessed.
void broken(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++
    a[i] = undeclared;
}
