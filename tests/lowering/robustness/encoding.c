// Names and comments beyond ASCII: spans count bytes, so that é and 日本 keep every offset right.
void été(int n, double *日本) {
#pragma omp target teams distribute parallel for map(tofrom : 日本[0 : n]) // über
  for (int i = 0; i < n; i++)
    日本[i] = 1;
#pragma omp target
  日本[0] = 2;
}
