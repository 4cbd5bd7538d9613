#include <stdlib.h>

static int a[100];

int main(void) {
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 100; i++)
    a[i] += i + 1;
  abort();
#pragma omp target map(to : a)
  a[0] = 0;
  return 0;
}
