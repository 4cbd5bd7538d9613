// (*p)[j] and p[i][j] through a pointer to an array.
void pointer_to_row(int n, float (*rows)[7], float (*one)[7]) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 7; j++)
      rows[i][j] = (*one)[j] + (*(rows + i))[6 - j];
}

#ifdef TRACE
void trace(void) {
  pointer_to_row(4, (float (*)[7])floats(28), (float (*)[7])floats(7));
}
#endif
