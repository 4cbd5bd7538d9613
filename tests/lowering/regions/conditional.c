// warpcc-flags: -DFAST=1 (regions under #if: the active alternative is found, the others are not)
void chosen(int n, double *a) {
#if FAST
#pragma omp target teams distribute parallel for
#else
#pragma omp target parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = 1;
#ifdef SLOW
#pragma omp target
  a[0] = 2;
#endif
}
