// All pairs of an array of structures.
struct body { float x, y, z, mass; };
struct force { double f[3]; };
void nbody(int n, const struct body *b, struct force *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (i == j) continue;
      float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      out[i].f[0] += b[j].mass * dx / d2;
      out[i].f[1] += b[j].mass * dy / d2;
      out[i].f[2] += b[j].mass * dz / d2;
    }
}

#ifdef TRACE
void trace(void) {
  nbody(3, (struct body *)floats(12), (struct force *)doubles(9));
}
#endif
