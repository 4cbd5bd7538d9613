// Conditionals between a pragma and its loop are hazards; a conditional around both is none.
void alternatives(int n, double *a) {
#ifdef TEAMS
#pragma omp target teams loop
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target
#ifndef SERIAL
#pragma omp teams distribute parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = 2;
#if 1
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 3;
#endif
}
