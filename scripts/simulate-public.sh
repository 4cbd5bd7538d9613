#!/usr/bin/env bash
# Runs HeCBench's programs on the simulator and compares their requests with the predictions: docs/results/simulated-public.md.
#
# simulate-public.sh FOLDER [OPTION…]: FOLDER holds, or receives, a clone of HeCBench; nothing of it enters this repository.
# Programs, reports and counts stay in FOLDER/simulated. Options go to simulate-public.py. Hours, the first time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
codes=$(mkdir -p "${1:?usage: simulate-public.sh FOLDER}" && cd "$1" && pwd)
. "$root/scripts/codes.sh"
code HeCBench
bin=$(warpcc_folder "$root")
python3 "$root/scripts/simulate-public.py" --warpsim "$bin/warpsim" --warpctl "$bin/warpctl" \
  --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" --work "$codes/simulated" "${@:2}" "${places[@]}"
cd "$root"
"$bin/spec-accel-harness" simulate --public "$codes/simulated/programs.json" --write docs/results/simulated-public.md
# The section that gains.sh made last.
[ ! -f "$codes/gains/section.md" ] || cat "$codes/gains/section.md" >> docs/results/simulated-public.md
