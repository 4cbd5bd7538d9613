// Clauses follow one another with commas, blanks, comments or nothing between them; each keeps its span.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for map(to : b[0 : n]),map(from : a[0 : n]) , collapse(1)nowait
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(to /* why */ : b[0 : n]) /* between */ collapse(1) // last
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
