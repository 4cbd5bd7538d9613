#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*m], b[:4]) \
    reduction(+ : s) schedule(static, 1) private(i, j) if(target: n > 4) // end
_Pragma("omp target map(always, close, to: s.p[:n])") for (;;);
%:pragma omp parallel
#pragma omp metadirective when(device={kind(gpu)}: target loop bind(teams)) default(parallel for)
#pragma omp target map(mapper(m), iterator(it=0:n), tofrom: x[it].y[:2]) depend(in: a)
