# The compiler that a script builds with; sourced.
#
#   warpcc_folder ROOT: prints the folder of warpcc as an absolute path, since builds run in folders of their
#   own: WARPCC_BIN (from the current folder), or else the optimised build of the tree in ROOT. Where there is
#   no warpcc, or it does not run, it says so and returns 1.
warpcc_folder() {
  local target=${CARGO_TARGET_DIR:-target} bin
  [[ $target == /* ]] || target=$1/$target
  bin=${WARPCC_BIN:-$target/release}
  if ! bin=$(cd "$bin" 2>/dev/null && pwd) || [ ! -x "$bin/warpcc" ]; then
    echo "error: no warpcc in ${WARPCC_BIN:-$target/release}: run make build, or set WARPCC_BIN" >&2
    return 1
  fi
  if [[ $("$bin/warpcc" --warp-version 2>&1) != 'warpcc '* ]]; then
    echo "error: $bin/warpcc does not run: warpcc --warp-version fails" >&2
    return 1
  fi
  printf '%s\n' "$bin"
}
