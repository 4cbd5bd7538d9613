// A structure object, its nested members and its array, read and written.
struct inner { float v[4]; short tag; };
struct outer { char c; struct inner in[2]; union { int whole; float part; }; };
void record_object(int n, double *a) {
  struct outer o = {0};
#pragma omp target map(tofrom : o)
  for (int i = 0; i < n; i++) {
    o.in[i & 1].v[i] = i;
    o.in[1].tag += 2;
    o.whole = i;
    a[i] = o.in[0].v[i] + o.c + (&o.in[1])->tag + o.whole;
  }
}

#ifdef TRACE
void trace(void) {
  record_object(4, doubles(4));
}
#endif
