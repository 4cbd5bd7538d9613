// Complex arithmetic in a class of one's own: constructors of plain data, operators by value.
struct Complex { double re, im; };
static inline double norm(const Complex &c) { return c.re * c.re + c.im * c.im; }
static inline void multiply(Complex &out, const Complex &a, const Complex &b) {
  double re = a.re * b.re - a.im * b.im;
  double im = a.re * b.im + a.im * b.re;
  out.re = re;
  out.im = im;
}
void mandelbrot(int n, const Complex *c, int *steps) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Complex z = {0, 0};
    int k = 0;
    for (k = 0; k < 6; k++) {
      multiply(z, z, z);
      z.re += c[i].re;
      z.im += c[i].im;
      double size = norm(z);
      if (size > 4) break;
    }
    steps[i] = k;
  }
}

#ifdef TRACE
void trace(void) {
  mandelbrot(4, (Complex *)doubles(8), ints(4));
}
#endif
