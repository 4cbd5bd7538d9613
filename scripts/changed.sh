#!/usr/bin/env bash
# Counts what two builds of warpcc change in public codes: docs/results/changed.md.
#
# changed.sh FOLDER BEFORE [OPTION…]: FOLDER holds, or receives, clones of the codes; nothing of them enters this repository.
# BEFORE is a folder with an older warpctl. Options go to changed.py. A quarter of an hour.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
usage='usage: changed.sh FOLDER BEFORE'
codes=$(mkdir -p "${1:?$usage}" && cd "$1" && pwd)
before=$(cd "${2:?$usage}" && pwd)
shift 2
. "$root/scripts/codes.sh"
for name in HeCBench Unibench PolyBench-ACC anuga ParRes rocHPCG bml HPCTrainingExamples; do
  code "$name"
done
bin=$(warpcc_folder "$root")
exec python3 "$root/scripts/changed.py" --before "$before" --after "$bin" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --page "$root/docs/results/changed.md" "$@" "${places[@]}"
