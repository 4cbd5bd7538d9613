/* b = a backwards, single precision. Coalesced as written (lanes descend): an expert has no clause to
 * add. */
#include "bench.h"

static void reversal(int n, float *a, float *b) {
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])
  for (int i = 0; i < n; i++)
    b[n - 1 - i] = a[i];
}

static void reversal_serial(const float *first, const float *end, float *b) {
  while (end != first)
    *b++ = *--end;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "reversal");
  int n = bench_size("n", 1 << 22, 1, 1 << 28);
  size_t items = (size_t)n;
  float *a = bench_floats(items, 1), *b = bench_floats(items, 0), *expected = bench_floats(items, 0);

#pragma omp target enter data map(to: a[0:n]) map(alloc: b[0:n])
  while (bench_repeat())
    BENCH_TIME(reversal, n, a, b);
#pragma omp target exit data map(from: b[0:n]) map(release: a[0:n])

  if (bench_wants_reference())
    reversal_serial(a, a + items, expected);
  bench_output_floats(b, expected, items);
  return bench_end();
}
