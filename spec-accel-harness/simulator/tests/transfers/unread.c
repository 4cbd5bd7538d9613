#include <omp.h>

enum { N = 1000 };
static int a[N], b[N], c[N];
#pragma omp declare target
int table[N];
#pragma omp end declare target

int main(void) {
  int device = omp_get_default_device(), host = omp_get_initial_device();
  for (int i = 0; i < N; i++)
    a[i] = b[i] = table[i] = i + 1;
#pragma omp target update to(table)
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b, c)
  for (int i = 0; i < N / 2; i++)
    c[i] = a[i] + table[i];
#pragma omp target enter data map(to : c) nowait
#pragma omp taskwait
  int *p = omp_target_alloc(sizeof a, device);
  int *q = omp_target_alloc(sizeof a, device);
  omp_target_memcpy(p, a, sizeof a, 0, 0, device, host);
  omp_target_memcpy(q, p, sizeof a, 0, 0, device, device);
  omp_target_memcpy(c, q, sizeof a, 0, 0, host, device);
  omp_target_free(q, device);
  omp_target_free(p, device);
  return c[7] != 8;
}
