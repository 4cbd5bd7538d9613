#!/usr/bin/env bash
# Counts which steps warpcc's changes have in our kernels and in public codes, and writes docs/results/steps.md.
#
# steps.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of each code; nothing of them enters this repository. Options go
# to steps.py; with `--cache FOLDER`, what survey.sh found with the same warpcc is not looked for again. Half an hour or more.
set -euo pipefail
[[ ${WARPCC_CUDA:-} == */* ]] || unset WARPCC_CUDA
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
. "$root/scripts/codes.sh"
codes=$(mkdir -p "${1:?usage: steps.sh FOLDER}" && cd "$1" && pwd)
bin=$(warpcc_folder "$root")
for name in HeCBench Unibench PolyBench-ACC XSBench RSBench; do
  code "$name"
done
exec python3 "$root/scripts/steps.py" --after "$bin" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --cuda "${WARPCC_CUDA:-${XDG_CACHE_HOME:-$HOME/.cache}/warpcc/cuda}" --page "$root/docs/results/steps.md" --own kernels "${@:2}" \
  "kernels=$root/spec-accel-harness/kernels" "${places[@]}"
