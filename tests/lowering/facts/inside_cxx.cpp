// The attribute of C++23: its simple comparisons are facts, what names anything else is not.
struct S { int k; };

void attribute(int n, long m, long l, const S &s, double *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    a[i] += m + l + s.k;
    [[assume(m > l + 1), assume(i < n)]];
    [[assume(s.k < 3)]] [[assume(i < n - 1)]];
  }
}

void shadowed(int n, int m, double *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    int k = m;
    {
      struct k { enum { m }; };
      [[assume(m > 2)]];
    }
    a[i] += m + k;
  }
}
