// A string is an array without a name; assert in C is a statement expression, whose statements stand for it.
// The function that prints has effects, and a string that is read is read from its array.
int printf(const char *, ...);
void __assert_fail(const char *, const char *, unsigned, const char *);
void digits(char *s, int *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    ((void)sizeof(n > 0), __extension__({
       if (n > 0)
         ;
       else
         __assert_fail("n > 0", "strings.c", 9, "digits");
     }));
    s[i] = "0123456789"[a[i] & 7];
  }
}
void refused_printing(int *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    printf("%d %s\n", a[i], "%d %s\n");
}
