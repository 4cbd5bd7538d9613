// Reference parameters denote the argument's place as it is when the call begins; two may denote one object.
static void exchange(double &x, double &y) {
  double t = x;
  x = y;
  y = t;
}
static void stepped(double &x, int &i) {
  i++;
  x += i;
}
static void both(double &x, double &y) {
  x += 1;
  y *= 2;
}
static double sum(const double &x, double y = 0.5) { return x + y; }
void reference_calls(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int k = i;
    exchange(a[i], a[n - i]);
    stepped(a[k], k);
    both(a[k], a[i + 1]);
    a[k] = sum(a[i], 1);
  }
}

#ifdef TRACE
void trace(void) {
  reference_calls(5, doubles(8));
}
#endif
