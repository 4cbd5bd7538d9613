#include <omp.h>

enum { N = 100 };
static int a[4][N];

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(4)
  {
    int k = omp_get_thread_num();
    for (int t = 0; t < 25; t++) {
#pragma omp target map(tofrom : a[k][0 : N])
      for (int i = 0; i < N; i++)
        a[k][i] += i + 1;
    }
  }
  return a[3][9] != 250;
}
