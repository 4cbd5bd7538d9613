#pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC406
for (int i = 0; i < n; i++)
  for (int j = 0; j < n; j++)
    x[i * n + j] += 5;
