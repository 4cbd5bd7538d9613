// A stencil with a call that is not inlined, and a local array.
#pragma omp begin declare target
__attribute__((noinline)) static float mean(const float *cells, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++)
    sum += cells[i];
  return sum / (float)count;
}
#pragma omp end declare target

void smooth(int n, const float *restrict from, float *restrict to) {
#pragma omp target teams distribute parallel for map(to : from[:n]) map(from : to[:n])
  for (int i = 1; i < n - 1; i++) {
    float cells[3] = {from[i - 1], from[i], from[i + 1]};
    to[i] = mean(cells, 3);
  }
}
