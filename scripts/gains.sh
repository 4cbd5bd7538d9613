#!/usr/bin/env bash
# Compares the gains that warpcc tells of HeCBench's programs with those of the simulator: the last section of
# docs/results/simulated-public.md.
#
# gains.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of HeCBench; nothing of it enters this repository. Programs and counts
# stay in FOLDER/gains. Options go to gains.py. An hour, the first time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
codes=$(mkdir -p "${1:?usage: gains.sh FOLDER}" && cd "$1" && pwd)
. "$root/scripts/codes.sh"
code HeCBench
bin=$(warpcc_folder "$root")
page=$root/docs/results/simulated-public.md
python3 "$root/scripts/gains.py" --warpcc "$bin/warpcc" --warpctl "$bin/warpctl" --warpsim "$bin/warpsim" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" --work "$codes/gains" \
  --section "$codes/gains/section.md" "${@:2}" "${places[@]}"
sed -i '/^## Gains told/,$d' "$page"
sed -i -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$page"
cat "$codes/gains/section.md" >> "$page"
