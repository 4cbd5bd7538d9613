// Field: atmospheric chemistry, decay and exchange of many species in each cell.
// Style: species fastest in memory, cells in parallel, rates in a small table, `restrict` everywhere.
// Kind: a row of the thread that each inner loop walks; layout between array of structures and planes.
#include <stdio.h>
#include <stdlib.h>

static void exchange(double *restrict next, const double *restrict conc, const double *restrict rate, int cells, int species) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(from : next[0 : cells * species]) \
    map(to : conc[0 : cells * species], rate[0 : species])
  for (int c = 0; c < cells; c++) {
    int left = c > 0 ? c - 1 : 0, right = c < cells - 1 ? c + 1 : cells - 1;
    for (int s = 0; s < species; s++) {
      double mixing = conc[left * species + s] - 2 * conc[c * species + s] + conc[right * species + s];
      next[c * species + s] = conc[c * species + s] * (1 - rate[s]) + 0.2 * mixing;
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(from : next[0 : cells * species]) \
    map(to : conc[0 : cells * species], rate[0 : species])
  for (int c = 0; c < cells; c++) {
    for (int s = 0; s < species; s++) {
      int left = c > 0 ? c - 1 : 0, right = c < cells - 1 ? c + 1 : cells - 1;
      double mixing = conc[left * species + s] - 2 * conc[c * species + s] + conc[right * species + s];
      next[c * species + s] = conc[c * species + s] * (1 - rate[s]) + 0.2 * mixing;
    }
  }
#endif
}

int main(void) {
  const int cells = 3000, species = 27, all = cells * species;
  double *a = malloc(sizeof(double) * all), *b = malloc(sizeof(double) * all), *rate = malloc(sizeof(double) * species);
  for (int i = 0; i < all; i++)
    a[i] = (i * 11 % 53) / 53.0;
  for (int s = 0; s < species; s++)
    rate[s] = 0.001 * (1 + s);
#ifdef EXPERT
#pragma omp target data map(tofrom : a[0 : all]) map(alloc : b[0 : all]) map(to : rate[0 : species])
#endif
  for (int step = 0; step < 2; step++) {
    exchange(b, a, rate, cells, species);
    exchange(a, b, rate, cells, species);
  }
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += a[i] * (1 + i % 4);
  printf("%.10e\n", sum);
  free(a), free(b), free(rate);
  return 0;
}
