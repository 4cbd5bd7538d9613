// Asserted and assumed inside a region: calls that state a fact, whatever the C library's macro looks like.
extern void __assert_fail(void) __attribute__((noreturn));
#define assert(x) ((void)sizeof((x) ? 1 : 0), __extension__({ if (x) ; else __assert_fail(); }))
#define ASSERT(x) ((x) ? (void)0 : __assert_fail())
#define REGION _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") for (int i = 0; i < n; i++)

void asserted(int n, int m, double *a) {
  REGION {
    assert(m > 3);
    ASSERT(m < 9);
    a[i] += m;
  }
}

void attribute(int n, int m, double *a) {
  REGION {
    int t = n * 2;
    __attribute__((assume(m > 3 && t < n)));
    a[i] += m + t;
  }
}

int k;
void another_variable(int n, int m, double *a) {
  REGION {
    { int k = m; a[i] += k; }
    __attribute__((assume(k > 3)));
    __attribute__((assume(m > 3 || k < 1)));
    a[i] += m;
  }
}

#define t m
void named_by_a_macro(int n, int m, double *a) {
  REGION {
    int (t2) = n;
    __attribute__((assume(t > 3)));
    __attribute__((assume(t2 > 4)));
    a[i] += m + t2;
  }
}
