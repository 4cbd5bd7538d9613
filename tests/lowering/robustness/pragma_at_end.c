// Pragmas that govern nothing, at the end of a block and of the file: only what stands before a statement counts.
void f(int n, double *a) {
#pragma omp target
  a[0] = n;
}
#pragma omp declare target
void g(void);
#pragma omp end declare target
#pragma omp
