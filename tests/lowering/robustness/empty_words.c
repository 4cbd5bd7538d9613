// Pragmas with no words, unknown words or punctuation only are no regions; the one behind them is.
void f(double *a) {
#pragma
#pragma omp nothing
#pragma STDC FP_CONTRACT OFF
#pragma omp target
  a[0] = 1;
}
