#!/usr/bin/env bash
# Counts the row reductions of public codes, and what becomes of them; writes docs/results/rows.md.
#
# rows.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of each code; nothing of them enters this repository. Options go
# to rows.py. A quarter of an hour.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
. "$root/scripts/codes.sh"
codes=$(mkdir -p "${1:?usage: rows.sh FOLDER}" && cd "$1" && pwd)
bin=$(warpcc_folder "$root")
for name in HeCBench Unibench PolyBench-ACC; do
  code "$name"
done
exec python3 "$root/scripts/rows.py" --warpctl "$bin/warpctl" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --page "$root/docs/results/rows.md" "${@:2}" "${places[@]}"
