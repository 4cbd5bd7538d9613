// Queries that answer all threads of a region alike are values; those that tell threads apart are calls by name.
int omp_is_initial_device(void);
int omp_get_num_devices(void);
int omp_get_thread_num(void);

void queries(int n, int *where) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) where[i] = !omp_is_initial_device() + omp_get_num_devices();
}

void observes(int n, int *where) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) where[i] = omp_get_thread_num();
}
