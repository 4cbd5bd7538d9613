/* warpcc-flags: -std=c11 */
/* Aliasing: what the members p->a and p->b point to may be one array, and a store through
   p->b may change p->a itself. */
#include "../check.h"
struct two { double *a, *b; };

static void kernel(int n, int m, struct two *p) {
  #pragma omp target teams distribute parallel for //~ WC208
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      p->b[j * n + i] = p->a[j * n + i] + 1;
}

int main(void) {
  int n = 33, m = 17;
  struct two p = {malloc(n * m * sizeof(double)), malloc(n * m * sizeof(double))};
  FILL(p.a, n * m);
  FILL(p.b, n * m);
  #pragma omp target data map(to: p) map(to: p.a[0:n * m]) map(tofrom: p.b[0:n * m])
  kernel(n, m, &p);
  SHOW(p.b, n * m);
  return 0;
}
