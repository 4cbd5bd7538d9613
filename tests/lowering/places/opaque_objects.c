// Objects whose accesses are more than loads and stores, named: atomic ones stay opaque, volatile memory has an effect beside; bit-fields and unions overlap.
struct bits { unsigned low : 3, high : 5; };
void effect_of_volatile(int n, volatile int *v, int *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = v[i];
}
void refused_atomic(int n, _Atomic int *v) {
#pragma omp target
  for (int i = 0; i < n; i++) *v += i;
}
void refused_bits(int n, struct bits *b, int *a) {
#pragma omp target
  for (int i = 0; i < n; i++) a[i] = b[i].high;
}
