// The loop construct in its combinations; without target it is no region.
void loops(int n, double *a) {
#pragma omp target teams loop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target parallel loop
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target
#pragma omp teams
#pragma omp loop bind(teams)
  for (int i = 0; i < n; i++)
    a[i] = 3;
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < n; i++)
    a[i] = 4;
}
