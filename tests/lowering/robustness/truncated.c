// A file that ends within a pragma, without a newline: an error of the source, no region.
void f(int n, double *a) {
#pragma omp target teams map(to: a[0:n