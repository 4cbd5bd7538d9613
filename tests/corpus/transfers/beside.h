/* A region in a file that a function includes. */
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
for (int i = 0; i < n; i++)
  a[i] = a[i] * 2 + 1;
