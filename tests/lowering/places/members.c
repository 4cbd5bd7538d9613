// Members behind pointers, in arrays of structures, and arrays in structures.
struct point { int id; double x, y; float w[3]; };
struct mesh { int n; struct point *points; struct point own[2]; double *field; };
void members(struct mesh *mesh, struct mesh direct) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < mesh->n; i++) {
    mesh->points[i].x = mesh->points[i].y + mesh->own[1].x;
    (*mesh).points[i].w[2] = mesh->points[i].w[0] + direct.own[0].w[1];
    mesh->field[i * direct.n + 1] += (mesh->points + i)->x + direct.field[i];
  }
}

#ifdef TRACE
void trace(void) {
  struct mesh *mesh = storage(sizeof *mesh);
  mesh->n = 4;
  mesh->points = storage(4 * sizeof(struct point));
  mesh->field = doubles(20);
  members(mesh, *mesh);
}
#endif
