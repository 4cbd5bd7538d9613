/* The text of a parallel region of own.cpp. */
int seen[4] = {0, 0, 0, 0};
const int id = omp_get_team_num() * 64 + omp_get_thread_num();
for (int k = 0; k < 8; k++)
  seen[a[8 * id + k] & 3]++;
for (int k = 0; k < 4; k++)
  b[256 * k + id] = seen[k];
