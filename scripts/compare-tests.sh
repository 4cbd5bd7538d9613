#!/bin/bash
# What each family of dependence tests proves alone: make compare-tests.
#
# WARPCC_FUZZ_NESTS is the number of nests of each of four families, WARPCC_FUZZ_SEED the first seed.
# Prints the tables as a page.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/origin.sh"
nests=${WARPCC_FUZZ_NESTS:-250}
seed=${WARPCC_FUZZ_SEED:-1}

report() {
  cat <<END
# What the dependence tests prove

$(origin "$root" "WARPCC_FUZZ_NESTS=$nests WARPCC_FUZZ_SEED=$seed make compare-tests")

END
  cat "$1"
}

main() {
  local tables
  tables=$(mktemp)
  trap "rm -f '$tables'" EXIT
  (cd "$root" && WARPCC_FUZZ_COMPARE=$tables WARPCC_FUZZ_TRUTH=1 WARPCC_FUZZ_NESTS=$nests \
    WARPCC_FUZZ_SEED=$seed "${CARGO:-cargo}" test --release --test oracle -- --exact comparison >&2)
  report "$tables"
}

main "$@"
