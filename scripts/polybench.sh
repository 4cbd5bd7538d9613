#!/usr/bin/env bash
# Runs the PolyBench programs of public codes on the simulator, as clang and as warpcc compile them: docs/results/polybench.md.
#
# polybench.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of each code; nothing of them enters this repository. Options go
# to polybench.py. A quarter of an hour.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
. "$root/scripts/codes.sh"
codes=$(mkdir -p "${1:?usage: polybench.sh FOLDER}" && cd "$1" && pwd)
bin=$(warpcc_folder "$root")
for name in Unibench PolyBench-ACC; do
  code "$name"
done
exec python3 "$root/scripts/polybench.py" --warpctl "$bin/warpctl" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --page "$root/docs/results/polybench.md" --unibench "$codes/Unibench" --acc "$codes/PolyBench-ACC" "${@:2}"
