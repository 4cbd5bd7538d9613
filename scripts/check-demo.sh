#!/usr/bin/env bash
# check-demo.sh FILE: whether the pages show what the demonstration printed into FILE.
#
# Every line of their tables (blocks that begin with "kernel ") and proofs (with "f = ") must be a line
# of it. The last column of a table, times on a GPU, is not compared.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

printed=$1
pages=(README.md docs/guide/start.md)

# Lines without blanks at their ends; "kernel" tables without their last column.
plain() { sed -E 's/^ +//; s/ +$//'; }
without_times() { plain | sed -E 's/ +[^ ]+$//; s/ +GPU$//'; }

# The lines of the fenced blocks of $1 that begin with $2.
blocks() {
  awk -v start="$2" '
    /^```/ { inside = !inside; first = 1; next }
    inside && first { wanted = index($0, start) == 1; first = 0 }
    inside && wanted' "$1"
}

# Fails where a line on standard input is none of the lines of $1.
all_in() {
  local line status=0
  while IFS= read -r line; do
    grep -qxF -e "$line" <<<"$1" || { printf 'check-demo: not printed: %s\n' "$line" >&2; status=1; }
  done
  return $status
}

status=0
count=0
for page in "${pages[@]}"; do
  table=$(blocks "$page" 'kernel ' | without_times)
  proof=$(blocks "$page" 'f = ' | plain)
  count=$((count + $(printf '%s\n' "$table" "$proof" | grep -c .)))
  [ -z "$table" ] || all_in "$(without_times <"$printed")" <<<"$table" || status=1
  [ -z "$proof" ] || all_in "$(plain <"$printed")" <<<"$proof" || status=1
done
[ "$count" -gt 15 ] || { echo "check-demo: only $count lines to compare" >&2; status=1; }
[ $status = 0 ] && echo "check-demo: $count lines of ${pages[*]} agree with the demonstration"
exit $status
