// What acts in an operand that is only sometimes evaluated stands in an if; conditions of while loops that act are tested inside.
double sqrt(double);
static int bits(int x) {
  int n = 0;
  while (x) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
static unsigned step(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}
void operands(int n, const int *k, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    unsigned seed = i;
    int used = 0;
    if (k[i] > 1 && bits(k[i]) == 1)
      a[i] = 1;
    a[i] += k[i] > 2 || bits(i) ? bits(k[i]) : sqrt(a[i]);
    a[i] += (step(&seed) & 7) * 0.5;
    a[bits(used++)] += 1;
  }
}
void loops(int n, int *k, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int m = 16, j;
    while (m >>= 1) {
      if (m == 4)
        continue;
      a[i] += m;
    }
    do
      a[i] -= 1;
    while (m++ < 2);
    j = k[i]++;
    a[i] += j;
    j = --k[i];
    a[i] += j;
    for (m = j; m-- > 0; a[i] += 1)
      if (m == 1)
        continue;
  }
}
void refused_sometimes(int n, int *k, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    unsigned seed = i;
    a[i] = step(&seed) + seed;
    do {
      if (k[i] > 3)
        continue;
      a[i] += 1;
    } while (k[i]-- > 0);
  }
}
#ifdef TRACE
void trace(void) {
  operands(5, ints(5), doubles(9));
  loops(5, ints(5), doubles(5));
}
#endif
