#!/usr/bin/env bash
# What z3 proves of the truly independent questions of random nests that no test of warpcc proves.
# usage: compare-z3.sh FOLDER [SECONDS]    FOLDER holds the scripts that `make compare-z3` writes there.
set -euo pipefail
folder=$1 limit=${2:-10}
declare -A asked proved
for script in "$folder"/*.smt2; do
  class=$(basename "$script" | sed 's/-[0-9]*\.smt2$//')
  asked[$class]=$((${asked[$class]:-0} + 1))
  answer=$(z3 "-T:$limit" "$script" || true)
  if [[ $answer == unsat ]]; then
    proved[$class]=$((${proved[$class]:-0} + 1))
    echo "$(basename "$script"): proved"
  fi
done
echo "| class | asked | proved by z3 in $limit s |"
echo "|---|---|---|"
for class in "${!asked[@]}"; do
  echo "| $class | ${asked[$class]} | ${proved[$class]:-0} |"
done | sort
