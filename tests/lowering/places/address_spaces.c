// A pointer into an address space of the target is like any other; its elements keep their size.
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
void address_spaces(int n, GLOBAL double *a, const GLOBAL float *b) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
  for (int i = 0; i < n; i++) {
    GLOBAL double *row = a + 2 * i;
    row[1] += b[i];
  }
}
void other_space(int n, SHARED int *buffer, int *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) out[i] = buffer[n - i];
}
