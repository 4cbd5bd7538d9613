// Initialiser lists of local arrays and structures set each scalar; what the list leaves out is zero; other shapes are opaque.
struct point { int id; double at[2]; };
void lists(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double w[4] = {0.25, a[i], 2};
    int grid[2][2] = {{1, 2}, {i, 4}};
    struct point p = {i, {a[i + 1]}};
    float all[3] = {0};
    for (int j = 0; j < 4; j++) a[j] += w[j] * grid[j / 2][j % 2];
    a[i] += p.at[0] + p.at[1] + p.id + all[2];
  }
}

void refused_designated(int n, double *a) {
#pragma omp target
  {
    double w[4] = {[2] = 1.0};
    int flat[2][2] = {1, 2, 3, 4};
    a[0] = w[n] + flat[1][0];
  }
}

#ifdef TRACE
void trace(void) {
  lists(3, doubles(6));
}
#endif
