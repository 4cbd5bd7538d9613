// Regions in extern "C" blocks and namespaces, named and not; a declaration alone has none.
extern "C" {
void c_linkage(int n, double *a) {
#pragma omp target
  a[0] = n;
}
}
namespace outer {
namespace {
void hidden(int n, double *a) {
#pragma omp target
  a[1] = n;
}
} // namespace
inline namespace v1 {
void shown(int n, double *a) {
  hidden(n, a);
#pragma omp target
  a[2] = n;
}
} // namespace v1
void declared(int n, double *a);
} // namespace outer
