// A pragma goes on behind each backslash, CRLF or blanks before it or not; a comment that ends in one is text.
void split(int n, double *a) {
#pragma omp \
  target teams \
    distribute parallel for \
      map(tofrom \
          : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = 1;
}

void hidden(int n, double *a) {
  // this comment goes on \
#pragma omp target
  for (int i = 0; i < n; i++)
    a[i] = 2;
}
