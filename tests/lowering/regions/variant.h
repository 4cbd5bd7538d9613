#if VARIANT == 1
static void one(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = VARIANT;
}
#elif VARIANT == 2
static void two(int n, double *a) {
#pragma omp target
  a[n] = VARIANT;
}
#else
static void three(int n, double *a) {
#pragma omp target parallel
  a[n] = VARIANT;
}
#endif
