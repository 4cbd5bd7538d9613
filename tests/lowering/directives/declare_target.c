// declare target and requires are no regions; functions between begin and end may hold one.
#pragma omp requires unified_shared_memory
#pragma omp begin declare target
static double scale(double x) { return 2 * x; }
double factor = 3;
#pragma omp end declare target
static int offset;
#pragma omp declare target to(offset)

void uses(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = scale(factor) + offset;
}
