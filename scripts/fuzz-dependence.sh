#!/bin/bash
# Checks every claim about random nests against enumeration: make fuzz-dependence.
#
#   scripts/fuzz-dependence.sh [--write]
#
# WARPCC_FUZZ_NESTS is the number of nests of each family, WARPCC_FUZZ_SEED the first seed,
# WARPCC_FUZZ_TRUTH the share of them that counts for completeness: one in so many. A claim that a run
# refutes ends the run as a failure. --write also writes a part of docs/results/fuzz.md.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/origin.sh"
nests=${WARPCC_FUZZ_NESTS:-25000}
seed=${WARPCC_FUZZ_SEED:-1}
truth=${WARPCC_FUZZ_TRUTH:-20}

report() {
  cat <<END
# Random nests against enumeration

Every nest is analysed and run with several sizes; each address, bound, guard, verdict, count of sectors and
rewriting that the analysis claims is compared with what the runs do. A run that C leaves undefined says
nothing and is counted apart.

$(origin "$root" "make fuzz-dependence FUZZ_NESTS=$nests FUZZ_SEED=$seed WRITE=1" ', with other work')
- Wall time: $1 minutes
- Completeness is measured for one nest in $truth
END
  cat "$2"
}

main() {
  local figures started
  figures=$(mktemp)
  trap "rm -f '$figures'" EXIT
  started=$SECONDS
  export WARPCC_FUZZ_NESTS=$nests WARPCC_FUZZ_SEED=$seed WARPCC_FUZZ_TRUTH=$truth
  (cd "$root" && WARPCC_FUZZ_WRITE=$figures "${CARGO:-cargo}" test --release --test oracle -- \
    --nocapture --skip comparison)
  if [ "${1:-}" = --write ]; then
    report $(((SECONDS - started + 59) / 60)) "$figures" | "$root/scripts/fuzz-part.sh"
  fi
}

main "$@"
