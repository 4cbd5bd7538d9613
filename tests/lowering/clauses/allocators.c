// uses_allocators and allocate; an allocator trait in parentheses belongs to its item.
#include <omp.h>
void f(int n, double *a, double *b) {
  double x = 1;
#pragma omp target teams distribute parallel for uses_allocators(omp_default_mem_alloc) private(x) allocate(omp_default_mem_alloc : x)
  for (int i = 0; i < n; i++)
    {
      x = b[i];
      a[i] = x;
    }
#pragma omp target teams distribute parallel for private(x)
  for (int i = 0; i < n; i++)
    {
      x = b[i];
      a[i] = x;
    }
}
