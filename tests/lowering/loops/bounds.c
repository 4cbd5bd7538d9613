// Bounds that are expressions: members, array elements, products, macros, conditionals; triangles and trapezia.
#define LAST(n) ((n) - 1)
struct size { int n, m; };
void bounds(struct size *s, const int *ends, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < s->n; i++)
    for (int j = i; j < s->n * s->m / 2; j++) {
      for (int k = ends[i]; k < ends[i] + ends[i + 1]; k++) a[k] += i;
      for (int k = j > 2 ? j - 2 : 0; k <= LAST(j); k++) a[k + j] += 1;
    }
}

#ifdef TRACE
void trace(void) {
  struct size *s = storage(sizeof *s);
  s->n = 3; s->m = 3;
  bounds(s, ints(5), doubles(12));
}
#endif
