// All shortest paths, one step per region, a conditional store.
void floyd(int n, float *path) {
  for (int k = 0; k < n; k++) {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (path[i * n + k] + path[k * n + j] < path[i * n + j])
          path[i * n + j] = path[i * n + k] + path[k * n + j];
  }
}

#ifdef TRACE
void trace(void) {
  floyd(4, floats(16));
}
#endif
