// What `_Pragma` is given comes from a macro too, and what the macro's arguments are from others.
#define QUOTED(x) #x
#define PRAGMA(x) _Pragma(QUOTED(x))
#define KERNEL(name) \
  void name(int n, double *a) { PRAGMA(omp target teams distribute parallel for) for (int i = 0; i < n; i++) a[i] = i; }
#define EACH target teams distribute parallel for
#define NOTHING omp parallel for
KERNEL(first)
KERNEL(second)
void used(int n, double *a) {
  PRAGMA(omp EACH collapse(1))
  for (int i = 0; i < n; i++) a[i] = i;
  PRAGMA(NOTHING)
  for (int i = 0; i < n; i++) a[i] = i;
}
