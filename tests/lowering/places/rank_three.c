// Arrays of three dimensions, as an object and as a parameter; an element of a row that is passed on is a pointer.
static double grid[3][4][5];
void rank_three(int n, double field[4][5][6]) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        field[i][j][k] += grid[i][j][k] + (*(grid + i))[j][k] + *(*(*(grid + i) + j) + k);
}

#ifdef TRACE
void trace(void) {
  rank_three(3, (double (*)[5][6])doubles(120));
}
#endif
