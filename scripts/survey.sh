#!/usr/bin/env bash
# Writes what warpcc says of HeCBench's regions into docs/results/coverage.md.
#
# survey.sh FOLDER [BEFORE] [OPTION…]: FOLDER holds, or receives, a clone of HeCBench; nothing of it enters this repository.
# BEFORE is a folder with an older warpcc and warpctl to compare with. Options go to survey.py. An hour or more.
set -euo pipefail
[[ ${WARPCC_CUDA:-} == */* ]] || unset WARPCC_CUDA
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
codes=$(mkdir -p "${1:?usage: survey.sh FOLDER [BEFORE]}" && cd "$1" && pwd)
shift
before=()
if [ $# -gt 0 ] && [[ $1 != -* ]]; then
  before=(--before "$(cd "$1" && pwd)")
  shift
fi
. "$root/scripts/codes.sh"
code HeCBench
bin=$(warpcc_folder "$root")
exec python3 "$root/scripts/survey.py" "${before[@]}" --after "$bin" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --cuda "${WARPCC_CUDA:-${XDG_CACHE_HOME:-$HOME/.cache}/warpcc/cuda}" --page "$root/docs/results/coverage.md" "$@" "${places[@]}"
