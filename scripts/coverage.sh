#!/usr/bin/env bash
# Measures the front end over public codes and writes docs/results/coverage.md.
#
# coverage.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of each code (git and a network are needed
# only for those that are not there). Nothing of them enters this repository. WARPCC_PROFILE names the
# profile that the programs are built with, release where it is not set; options go to coverage.py.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
codes=$(mkdir -p "${1:?usage: coverage.sh FOLDER}" && cd "$1" && pwd)
llvm=${WARPCC_LLVM:-/usr/lib/llvm-19}
target=${CARGO_TARGET_DIR:-$root/target}
profile=${WARPCC_PROFILE:-release}
built=$target/${profile/#dev/debug}

have() {
  [ -d "$codes/$1" ] || git clone --quiet --depth 1 "https://github.com/$2" "$codes/$1"
}

have HeCBench zjin-lcf/HeCBench
have Unibench ompcloud/Unibench
have PolyBench-ACC nctu-sslab/PolyBench-ACC
have XSBench ANL-CESAR/XSBench
have RSBench ANL-CESAR/RSBench
have LULESH Scientific-Computing-Lab/OpenACC-to-OpenMP5-for-LULESH
have BabelStream UoB-HPC/BabelStream

cargo build --profile "$profile" --quiet --manifest-path "$root/Cargo.toml" --example lowered
cargo build --profile "$profile" --quiet --manifest-path "$root/Cargo.toml" -p warpcc-wrapper

hec=$codes/HeCBench/src
uni=$codes/Unibench/benchmarks
poly=$codes/PolyBench-ACC/OpenMP
mkdir -p "$root/docs/results"
exec python3 "$root/scripts/coverage.py" --llvm "$llvm" --out "$root/docs/results/coverage.md" \
  --lowered "$built/examples/lowered" --warpctl "$built/warpctl" "${@:2}" \
  "HeCBench=$hec:-I. -I.. -Iinclude -I../include -I$hec/include" \
  "Unibench=$uni:-I$uni/common -DDEVICE_ID=0" \
  "PolyBench-ACC=$poly:-I$poly/utilities -I$codes/PolyBench-ACC/common -DOMP_OFFLOAD" \
  "XSBench=$codes/XSBench/openmp-offload" \
  "RSBench=$codes/RSBench/openmp-offload" \
  "LULESH=$codes/LULESH/LULESH-openacc/omp_4.0:-DUSE_MPI=0" \
  "BabelStream=$codes/BabelStream/src/omp:-I.. -DOMP -DOMP_TARGET_GPU"
