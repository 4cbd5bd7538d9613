#!/usr/bin/env bash
# Runs the first ports of tests/natural on the simulator, as clang and as warpcc compile them, beside an expert's: docs/results/natural.md.
#
# natural.sh [OPTION…]: options go to natural.py; `--before FOLDER` names an older build to compare with, `--bin FOLDER` another
# build than that of compiler.sh, `--page PAGE` another page. A minute or two.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
for ((at = 1; at < $#; at++)); do
  [[ ${!at} != --bin ]] || { next=$((at + 1)); WARPCC_BIN=${!next}; }
done
bin=$(warpcc_folder "$root")
exec python3 "$root/scripts/natural.py" --warpctl "$bin/warpctl" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --page "$root/docs/results/natural.md" "$@"
