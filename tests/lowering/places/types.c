// Elements of every size: the scale of a subscript is that of the element behind the cast.
void types(int n, signed char *c, unsigned short *s, long *l, unsigned *u, _Bool *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    c[i] += s[i];
    l[i] = (long)c[i] * u[i];
    u[i] -= c[i];
    b[i] = l[i];
    s[i] = ((unsigned char *)u)[i] + ((short *)l)[2 * i];
  }
}

#ifdef TRACE
void trace(void) {
  types(6, storage(16), storage(16), storage(64), (unsigned *)ints(8), storage(8));
}
#endif
