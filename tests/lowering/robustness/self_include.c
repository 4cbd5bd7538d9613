// A header that includes itself until a macro stops it: its region is found once, where it is active.
#include "self_include.h"
void use(double *a) { deepest(a); }
