// Information for a debugger: sections with data, and a function of which it speaks.
#pragma omp begin declare target
struct pair {
  int first;
  float second;
};
float sum(const struct pair *pairs, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++)
    sum += (float)pairs[i].first * pairs[i].second;
  return sum;
}
#pragma omp end declare target
