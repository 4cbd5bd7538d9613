#!/bin/sh
# Fails where a commit made a loop of a GPU less coalesced: builds the state before and this one, and compares the reports.
#
#   sh coalescing.sh BASE COMMAND…         for example: sh coalescing.sh origin/main make CC=warpcc
#
# To be run in the root of a repository that nothing was built in. Leaves coalescing.sarif, the new findings, and appends a table
# to the file that GITHUB_STEP_SUMMARY names.
set -eu

base=$1
shift
case $base in
*[!0]*) ;;
*) base=HEAD~1 ;; # a branch that was just pushed for the first time
esac
reports=$(mktemp -d)
trap 'git worktree remove --force "$reports/base" || true; rm -rf "$reports"' EXIT

git worktree add --quiet --detach "$reports/base" "$base"
(cd "$reports/base" && WARPCC_REPORT=$reports/old/ "$@")
WARPCC_REPORT=$reports/new/ "$@"

warpctl report diff "$reports/old" "$reports/new" --format markdown >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
warpctl report diff "$reports/old" "$reports/new" --format sarif -o coalescing.sarif
warpctl report diff "$reports/old" "$reports/new" --fail-on worse
