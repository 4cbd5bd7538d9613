// A clause that names a macro is a hazard, by its name or in its argument; a variable of the kind is none.
#define TEAMS 64
#define LIMIT thread_limit(128)
void macros(int n, int teams, double *a) {
#pragma omp target teams distribute parallel for num_teams(TEAMS)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute parallel for LIMIT
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : teams])
  for (int i = 0; i < n; i++)
    a[i] = 3;
}
