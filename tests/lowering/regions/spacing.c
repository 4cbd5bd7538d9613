// Blanks, comments and digraphs may stand anywhere in a pragma line; in a literal there is no pragma.
void odd(int n, double *a) {
  #   pragma	omp   target /* a comment */ teams	distribute parallel for map ( tofrom : a [ 0 : n ] ) // end
  for (int i = 0; i < n; i++)
    a[i] = 1;
/* before */ # /* between */ pragma /* the */ omp /* words */ target
  a[0] = 2;
%:pragma omp target
  a[1] = 3;
}

const char *text(void) { return "\
#pragma omp target\n"; }
