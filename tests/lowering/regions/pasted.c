// Tokens that ## joins make a pragma; the same macro with another argument makes one without target.
#define DO(text) _Pragma(#text)
#define JOIN(a, b) DO(omp a##b teams)
#define PLAIN(a, b) DO(omp a##b)

void pasted(double *a) {
  JOIN(tar, get) { a[0] = 1; }
  PLAIN(para, llel) { a[1] = 2; }
}
