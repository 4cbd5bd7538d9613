// Regions under if, loops, switch and labels, each with the statement that follows it only.
void control(int n, double *a) {
  if (n > 3)
#pragma omp target
    a[0] = 1;
  else
#pragma omp target
    a[1] = 2;
  for (int t = 0; t < n; t++) {
#pragma omp target
    a[2] = t;
  }
  switch (n) {
  case 1:
#pragma omp target
    a[3] = 4;
    break;
  default:
    break;
  }
  do {
#pragma omp target
    a[4] = n;
  } while (--n);
again:
#pragma omp target
  a[5] = n;
  if (n++ < 3)
    goto again;
}
