// A linear congruential generator in a helper: unsigned 64-bit arithmetic wraps, conversions both ways.
static double drawn(unsigned long *seed) {
  const unsigned long m = 9223372036854775808ul, a = 2806196910506780709ul, c = 1ul;
  *seed = (a * (*seed) + c) % m;
  return (double)(*seed) / (double)m;
}
void random_walk(int n, int steps, unsigned long *seeds, int *visits) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    unsigned long seed = seeds[i];
    int at = 0;
    for (int s = 0; s < steps; s++) {
      double r = drawn(&seed);
      at += r < 0.5 ? 1 : 2;
      visits[at % 7] += 1;
    }
    seeds[i] = seed;
  }
}

#ifdef TRACE
void trace(void) {
  random_walk(3, 6, (unsigned long *)doubles(3), ints(7));
}
#endif
