# The public codes that scripts look at; sourced.
#
#   code NAME: clones the code into the folder $codes where it is not there, and adds it to the array `places`, as
#   coverage.py, survey.py and steps.py take it: NAME=FOLDER[:FLAGS].
places=()

code() {
  local at=$codes/$1 repository place branch=()
  case $1 in
    HeCBench) repository=zjin-lcf/HeCBench place="src:-I. -I.. -Iinclude -I../include -I$at/src/include" ;;
    Unibench) repository=ompcloud/Unibench place="benchmarks:-I$at/benchmarks/common -DDEVICE_ID=0" ;;
    PolyBench-ACC) repository=nctu-sslab/PolyBench-ACC place="OpenMP:-I$at/OpenMP/utilities -I$at/common -DOMP_OFFLOAD" ;;
    XSBench | RSBench) repository=ANL-CESAR/$1 place=openmp-offload ;;
    LULESH) repository=Scientific-Computing-Lab/OpenACC-to-OpenMP5-for-LULESH place="LULESH-openacc/omp_4.0:-DUSE_MPI=0" ;;
    BabelStream) repository=UoB-HPC/BabelStream place="src/omp:-I.. -DOMP -DOMP_TARGET_GPU" ;;
    anuga)
      local gpu=$at/anuga
      repository=anuga-community/anuga_core
      place="anuga/shallow_water/gpu:-I$gpu/shallow_water -I$gpu/shallow_water/gpu -I$gpu/utilities -I$gpu/file -I$gpu/fit_interpolate" ;;
    ParRes) repository=ParRes/Kernels place=":-DPRKVERSION=\"1\" -DSTAR=1 -DRADIUS=2 -I$at/include" ;;
    rocHPCG) repository=ROCm/rocHPCG branch=(--branch omptarget-port-mg) place="omptarget/hpcg/src:-DHPCG_OPENMP_TARGET -DHPCG_NO_MPI" ;;
    bml) repository=lanl/bml place="src/C-interface:-I$at/src/C-interface -DUSE_OMP_OFFLOAD -DSINGLE_REAL" ;;
    HPCTrainingExamples) repository=amd/HPCTrainingExamples place=Pragma_Examples/OpenMP ;;
    *) echo "error: no code is named $1" >&2; return 1 ;;
  esac
  [ -d "$at" ] || git clone --quiet --depth 1 "${branch[@]}" "https://github.com/$repository" "$at"
  places+=("$1=$at/$place")
}
