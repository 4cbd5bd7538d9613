// The words of a directive may be macros: the whole directive is expanded, as clang does. Others stay.
#define OFFLOAD target teams distribute parallel for
#define MAPPED map(tofrom : a[0 : n])
#define DEPTH (2)
#define NOTHING

void words(int n, double *a) {
#pragma omp OFFLOAD MAPPED
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute parallel for MAPPED NOTHING
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target teams distribute parallel for collapse(DEPTH) num_teams(DEPTH)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = 3;
#pragma omp parallel for num_threads(DEPTH)
  for (int i = 0; i < n; i++)
    a[i] = 4;
}
