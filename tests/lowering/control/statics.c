// A static local keeps its value: its declaration does nothing inside the region.
void statics(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    static double weights[3] = {1, 2, 3};
    a[i] += weights[i];
    weights[i] += 1;
  }
}
