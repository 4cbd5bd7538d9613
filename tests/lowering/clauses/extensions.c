// ompx_ clauses that clang has are known; one that nobody has makes the region report-only.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for ompx_dyn_cgroup_mem(n)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(128, 2))))
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams ompx_bare num_teams(4) thread_limit(32)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for ompx_teleport(n)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
