#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory

static int numbers[100];

int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp atomic update
    numbers[i / 2] += i;
  }
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < 100; i++)
    sum += numbers[i];
  const char *text = "of the host";
#pragma omp target
  printf("a text %s\n", text);
  printf("%g\n", sum);
  free(a);
}
