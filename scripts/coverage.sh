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

. "$root/scripts/codes.sh"
for name in HeCBench Unibench PolyBench-ACC XSBench RSBench LULESH BabelStream; do
  code "$name"
done

cargo build --profile "$profile" --quiet --manifest-path "$root/Cargo.toml" --example lowered
cargo build --profile "$profile" --quiet --manifest-path "$root/Cargo.toml" -p warpcc-wrapper

mkdir -p "$root/docs/results"
exec python3 "$root/scripts/coverage.py" --llvm "$llvm" --out "$root/docs/results/coverage.md" \
  --lowered "$built/examples/lowered" --warpctl "$built/warpctl" "${@:2}" "${places[@]}"
