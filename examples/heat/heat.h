/* Heat in a square plate of n by n points, on an OpenMP device. */

void heat_start(int n, double *t);
void heat_step(int n, const double *restrict old, double *restrict new);
double heat_total(int n, const double *t);
