// A metadirective is not followed: no region for it, and the next directive is its own.
void meta(int n, double *a) {
#pragma omp metadirective when(device = {kind(nohost)} : nothing) default(parallel for)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target
  a[0] = 2;
}
