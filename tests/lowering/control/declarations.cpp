// Declarations that are no variables' are silent, unless they run something: structured bindings of what a call returns, the size of a type.
struct Pair { int first, second; };
Pair both(int *);
void silent(int n, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    typedef int Number;
    using Other = Number;
    struct Local { int member; };
    enum { One = 1 };
    static_assert(One == 1, "");
    extern int elsewhere;
    Other x = One;
    a[i] = x + elsewhere;
  }
}
void calls(int n, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    auto [x, y] = both(a);
    a[i] = y;
  }
}
