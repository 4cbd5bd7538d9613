#!/usr/bin/env bash
# Fuzzes the readers of hostile input: command lines, response files, OpenMP directives, the IR's
# text form; and of the simulator PTX, images of the device, and calls of the driver.
#
#   scripts/fuzz-driver.sh [--write] [driver|simulator|TARGET…]    (default: all)
#
# Each target runs FUZZ_SECONDS (default 60) with at most 10 seconds and 1 GiB for one input: more is
# a failure, like a panic or a broken assertion. --write also writes the parts of docs/results/fuzz.md of which all targets ran.
# Corpora grow in ${XDG_CACHE_HOME:-~/.cache}/warpcc/fuzz. cargo-fuzz is installed there when it is
# missing; a stable compiler is told to act as a nightly one.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/origin.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpcc/fuzz
seconds=${FUZZ_SECONDS:-60}
driver=(argv response pragma ir_text)
simulator=(ptx device_image calls)

say() { printf 'fuzz-driver: %s\n' "$*" >&2; }

find_cargo_fuzz() {
  export PATH=$cache/tool/bin:$PATH
  command -v cargo-fuzz >/dev/null && return
  say 'installing cargo-fuzz'
  cargo install --quiet --locked cargo-fuzz --root "$cache/tool"
}

# Copies what the tests and the folder of seeds hold for target $1 into its corpus.
seed() {
  local corpus=$cache/corpus/$1 file
  mkdir -p "$corpus" "$cache/artifacts/$1"
  case $1 in
    pragma) set -- "$1" '*.c' '*.cpp' ;;
    ir_text) set -- "$1" '*.ir' ;;
    ptx) set -- "$1" '*.ptx' ;;
    *) set -- "$1" ;;
  esac
  local pattern
  for pattern in "${@:2}"; do
    while IFS= read -r file; do
      cp "$file" "$corpus/seed-$(tr / - <<<"${file#"$root"/}")"
    done < <(find "$root/tests" "$root/spec-accel-harness/simulator/tests" -name "$pattern")
  done
  if [ -d "$root/fuzz/seeds/$1" ]; then
    cp "$root/fuzz/seeds/$1/"* "$corpus/"
  fi
}

stat_of() { sed -n "s/^stat::$1: *//p" "$2" | tail -n 1; }

# Runs target $1; prints its row of the table.
run() {
  local log=$cache/$1.log corpus=$cache/corpus/$1 verdict='no failure' done_line
  seed "$1"
  say "$1: $seconds seconds"
  (cd "$root" && RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$cache/target nice -n "${FUZZ_NICE:-15}" \
    cargo fuzz run --sanitizer none "$1" "$corpus" -- -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
    -artifact_prefix="$cache/artifacts/$1/") >"$log" 2>&1 || verdict=FAILURE
  if [ "$verdict" = FAILURE ]; then
    tail -n 25 "$log" >&2
  fi
  done_line=$(grep -E '^#[0-9]+.*(DONE|cov:)' "$log" | tail -n 1)
  printf '| %s | %s | %s | %s | %s | %s | %s MiB | %s |\n' "$1" "$seconds" \
    "$(stat_of number_of_executed_units "$log")" \
    "$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$done_line")" \
    "$(find "$corpus" -type f | wc -l)" "$(stat_of slowest_unit_time_sec "$log")" \
    "$(stat_of peak_rss_mb "$log")" "$verdict"
}

# The part of the group $1, whose rows come on standard input.
report() {
  case $1 in
    driver)
      cat <<'END'
# Readers of hostile input

`argv` asserts that of clang's arguments none is lost, changed or moved; `response` that quoted words come back; `pragma` that
spans lie within the text; `ir_text` that what parses prints to a text that parses to the same.
END
      ;;
    simulator)
      cat <<'END'
# Readers of the simulator

`ptx` reads, links and decodes with 64 MiB of device memory; `device_image` asserts that an image that reads is written as one that
reads to the same; `calls` calls the driver with a device of 16 MiB, which runs kernels.
END
      ;;
  esac
  cat <<END

Coverage-guided fuzzing. An input that takes more than 10 seconds or makes the process larger than 1 GiB is a failure, as is a
panic or a broken assertion.

$(origin "$root" "scripts/fuzz-driver.sh --write $1, FUZZ_SECONDS=$seconds" ', with other work')

| target | seconds | executions | edges covered | corpus | slowest input, s | peak memory | result |
|---|---|---|---|---|---|---|---|
END
  cat
}

# Runs the targets of the group $1 behind it, and writes its part of the page if these are all of them.
group() {
  local name=$1 target rows=
  local -n all=$1
  shift
  for target in "$@"; do
    rows+=$(run "$target")$'\n'
  done
  printf '%s' "$rows"
  if [ "$write" = yes ] && [ "$*" = "${all[*]}" ]; then
    report "$name" <<<"${rows%$'\n'}" | "$root/scripts/fuzz-part.sh"
  fi
  ! grep -q FAILURE <<<"$rows"
}

main() {
  local write=no word chosen=() status=0 target own
  for word in "$@"; do
    case $word in
      --write) write=yes ;;
      driver) chosen+=("${driver[@]}") ;;
      simulator) chosen+=("${simulator[@]}") ;;
      *) chosen+=("$word") ;;
    esac
  done
  [ ${#chosen[@]} -gt 0 ] || chosen=("${driver[@]}" "${simulator[@]}")
  find_cargo_fuzz
  for word in driver simulator; do
    local -n members=$word
    own=()
    for target in "${chosen[@]}"; do
      [[ " ${members[*]} " != *" $target "* ]] || own+=("$target")
    done
    [ ${#own[@]} -eq 0 ] || group "$word" "${own[@]}" || status=1
  done
  return $status
}

main "$@"
