// A call that tells which thread runs an iteration is a hazard; asking whether the host runs it is none.
int omp_get_thread_num(void);
int omp_get_team_num(void);
int omp_is_initial_device(void);
void observers(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = omp_get_thread_num() + 128 * omp_get_team_num();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[omp_get_thread_num()] = 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = omp_is_initial_device();
}
