// Directives from macros: quoted arguments, nested macros, and a loop that comes along; no use, no region.
#define DO(text) _Pragma(#text)
#define OMP(...) DO(omp __VA_ARGS__)
#define OFFLOAD(n, a) OMP(target teams distribute parallel for map(tofrom : a[0 : n]))
#define FILL(n, a) OFFLOAD(n, a) for (int i = 0; i < n; i++) a[i] = 1
#define UNUSED OMP(target)

void used(int n, double *a) {
  OFFLOAD(n, a)
  for (int i = 0; i < n; i++)
    a[i] = 2;
  FILL(n, a);
  OMP(target)
  a[0] = 3;
}
