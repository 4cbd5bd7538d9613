void settle(int n, int levels, const float *restrict rate, float *restrict q);
void drain(int n, int levels, const float *restrict rate, float *restrict depth);
