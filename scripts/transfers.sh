#!/usr/bin/env bash
# Measures what programs of public codes copy between host and device, as written and with --warp-transfers=on:
# docs/results/transfers.md.
#
# transfers.sh FOLDER [OPTION…]: FOLDER holds, or receives, clones of the codes; nothing of them enters this repository. Programs and
# counts stay in FOLDER/transfers. Options go to transfers.py. An hour, the first time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
. "$root/scripts/origin.sh"
codes=$(mkdir -p "${1:?usage: transfers.sh FOLDER}" && cd "$1" && pwd)
. "$root/scripts/codes.sh"
for one in HPCTrainingExamples PolyBench-ACC rocHPCG Unibench HeCBench; do code "$one"; done
llvm=${WARPCC_LLVM:-/usr/lib/llvm-19}
bin=$(warpcc_folder "$root")
export LIBRARY_PATH=$llvm/lib LD_LIBRARY_PATH=$llvm/lib
python3 "$root/scripts/transfers.py" --warpcc "$bin/warpcc" --warpctl "$bin/warpctl" --llvm "$llvm" --work "$codes/transfers" \
  --page "$root/docs/results/transfers.md" --origin "$(origin "$root" 'scripts/transfers.sh FOLDER' ", $("$llvm/bin/clang" --version | head -1)")" \
  "${@:2}" "${places[@]}"
