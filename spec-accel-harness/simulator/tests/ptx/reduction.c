// The sum and the largest value of an array, of a target region in generic mode around a parallel region.
double reduce(int n, const double *values, double *largest) {
  double sum = 0, most = values[0];
#pragma omp target teams distribute parallel for reduction(+ : sum) reduction(max : most) map(to : values[:n])
  for (int i = 0; i < n; i++) {
    sum += values[i];
    most = values[i] > most ? values[i] : most;
  }
  *largest = most;
  return sum;
}
