#include <stdio.h>
#include <stdlib.h>

#include "heat.h"

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64;
  double *old = malloc(sizeof *old * n * n), *new = malloc(sizeof *new * n * n);
  if (n < 3 || !old || !new) return 2;
  heat_start(n, old);
  heat_start(n, new);
#pragma omp target data map(tofrom: old[0:n*n], new[0:n*n])
  for (int step = 0; step < 100; step++) {
    heat_step(n, old, new);
    heat_step(n, new, old);
  }
  printf("total heat %.6f\n", heat_total(n, old));
  free(old);
  free(new);
}
