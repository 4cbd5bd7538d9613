// num_teams, thread_limit and num_threads are expressions, with commas in calls and a lower bound too.
int least(int, int);
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for num_teams(n / 128 + 1) thread_limit(128)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for num_threads(least(n, 64)), num_teams(least(n, 3))
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for num_teams(4 : 8)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for nowait
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
