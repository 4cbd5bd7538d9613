// A value that is not understood and reads an object may have any effect; one that reads nothing has none.
struct A { int x; virtual void f(); };
struct B : virtual A { int y; };
typedef float Four __attribute__((vector_size(16)));
int helper(int);
void opaque_values(int n, double *a, B *b, Four *v, const char **s, int (**f)(int)) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[i] = b[i].x;
    a[i + 1] = dynamic_cast<B *>((A *)b)->y;
    v[i] = v[i + 1] + v[i];
    f[i] = helper;
  }
}
