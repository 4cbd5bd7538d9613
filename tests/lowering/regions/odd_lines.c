// Blanks behind a backslash continue the line, a backslash within a word joins it, and a carriage return alone ends a line.
void blanks(int n, double *a) {
#pragma omp target \ 
    teams \	
    distribute parallel for // and so is this comment \
    continued
  for (int i = 0; i < n; i++) a[i] = i;
}
void joined(int n, double *a) {
#pragma omp tar\
get teams distribute parallel for
  for (int i = 0; i < n; i++) a[i] = i;
}
void returns(int n, double *a) {
#pragma omp target teams distribute parallel for  for (int i = 0; i < n; i++) a[i] = i;
}
