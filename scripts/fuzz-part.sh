#!/usr/bin/env bash
# Puts a page into docs/results/fuzz.md as a part of it, in the place of the part with the same title.
#
#   scripts/fuzz-part.sh [PAGE]    (default: what comes on standard input)
set -euo pipefail

result=${FUZZ_PAGE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/docs/results/fuzz.md}

# The page with its headings one level deeper.
part=$(sed 's/^#/##/' "${1:--}")
title=${part%%$'\n'*}
if [ ! -e "$result" ] || ! grep -qxF -- "$title" "$result"; then
  printf '\n%s\n' "$part" >>"$result"
  exit
fi
page=$(part=$part title=$title awk '
  $0 == ENVIRON["title"] { print ENVIRON["part"] "\n"; inside = 1; next }
  /^## / { inside = 0 }
  !inside' "$result")
printf '%s\n' "$page" >"$result"
