#!/usr/bin/env bash
# Shows that ccache, sccache and distcc work in front of warpcc as they do in front of clang: the
# same hits, objects that are the same with and without them, and no stale hit after a change of
# settings (docs/guide/build-systems.md has these settings).
#
#   scripts/check-caches.sh [--write]
#
# WARPCC_BIN names the folder of warpcc and warpcc++. What is missing is installed from Debian's
# packages, as root. --write also writes docs/results/caches.md.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/origin.sh"
. "$root/scripts/compiler.sh"
bin=$(warpcc_folder "$root")
export PATH=$bin:/usr/lib/llvm-19/bin:$PATH LC_ALL=C
offload=(-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
rows=()
failed=no

say() { printf 'check-caches: %s\n' "$*" >&2; }

# Adds a row: what was done, what clang's build shows, what warpcc's shows, what both must show.
row() {
  local verdict=same
  if [ "$2" != "$4" ] || [ "$3" != "$4" ]; then verdict=DIFFERENT failed=yes; fi
  rows+=("| $1 | $2 | $3 | $verdict |")
}

# Adds a row of something that has no counterpart with clang.
claim() {
  local verdict=yes
  if [ "$2" != "$3" ]; then verdict="NO ($2, expected $3)" failed=yes; fi
  rows+=("| $1 | - | $2 | $verdict |")
}

install_tools() {
  local missing=() tool
  for tool in ccache sccache distcc; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
}

# Eight units without and eight with target regions, in the current folder, and a makefile.
write_project() {
  local i
  for i in 1 2 3 4 5 6 7 8; do
    printf '#include <stdio.h>\nint plain%d(void) { return puts(__FILE__); }\n' "$i" >"plain$i.c"
    cat >"region$i.c" <<END
void region$i(const float *a, float *b, int n, int m) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * m]) map(tofrom : b[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = $i * a[i * m + j];
}
END
  done
  cat >Makefile <<'END'
plain = $(patsubst %.c,%.o,$(wildcard plain*.c))
region = $(patsubst %.c,%.o,$(wildcard region*.c))
FLAGS = $(CFLAGS)
all: $(plain) $(region)
$(region): FLAGS += $(OFFLOAD)
$(plain) $(region): %.o: %.c
	$(CC) $(FLAGS) -c $< -o $@
clean:
	rm -f *.o
END
}

# Builds with the compiler $1 (words may stand before it); objects go to the folder $2.
build() {
  make -s clean
  make -s -j2 CC="$1" CFLAGS='-O1 -g' OFFLOAD="${offload[*]}"
  mkdir -p "$2"
  cp ./*.o "$2"
}

# How many objects of two folders are the same; a pattern of names may follow.
equal_objects() {
  local file same=0
  for file in "$1"/${3:-*.o}; do
    if cmp -s "$file" "$2/${file##*/}"; then same=$((same + 1)); fi
  done
  echo $same
}

ccache_hits() { ccache --print-stats | awk -F'\t' '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n }'; }

# Two builds with ccache in front of compiler $1 (name $2): hits of the second.
with_ccache() {
  export CCACHE_DIR=$PWD/../ccache-$2 CCACHE_COMPILERTYPE=clang
  ccache --zero-stats >/dev/null
  build "ccache $1" "../ccache-$2-first"
  build "ccache $1" "../ccache-$2-second"
  ccache_hits
}

check_ccache() {
  local clang warpcc
  clang=$(with_ccache clang clang)
  warpcc=$(CCACHE_COMPILERCHECK='%compiler% --warp-config-hash' with_ccache warpcc warpcc)
  row 'ccache: hits of the second build of 16 units' "$clang" "$warpcc" 16
  claim 'ccache: objects as without it' "$(equal_objects ../bare-warpcc ../ccache-warpcc-second)" 16
  export CCACHE_DIR=$PWD/../ccache-warpcc CCACHE_COMPILERCHECK='%compiler% --warp-config-hash'
  ccache --zero-stats >/dev/null
  WARPCC_MODE=off build 'ccache warpcc' ../ccache-off
  claim 'ccache: hits after WARPCC_MODE=off' "$(ccache_hits)" 0
  claim 'ccache: objects after WARPCC_MODE=off are those of clang' \
    "$(equal_objects ../bare-clang ../ccache-off)" 16
  unset CCACHE_COMPILERCHECK
}

sccache_hits() {
  sccache --show-stats | awk '/^Cache hits +[0-9]/ { print $3; exit }'
}

with_sccache() {
  export SCCACHE_DIR=$PWD/../sccache-$2 SCCACHE_SERVER_PORT=$3 SCCACHE_IDLE_TIMEOUT=60
  sccache --start-server >/dev/null 2>&1
  build "sccache $1" "../sccache-$2-first"
  sccache --zero-stats >/dev/null
  build "sccache $1" "../sccache-$2-second"
  sccache_hits
  sccache --stop-server >/dev/null 2>&1
}

check_sccache() {
  local clang warpcc
  clang=$(with_sccache clang clang 4326)
  warpcc=$(with_sccache warpcc warpcc 4327)
  row 'sccache: hits of the second build of 16 units' "$clang" "$warpcc" 16
  claim 'sccache: objects as without it' "$(equal_objects ../bare-warpcc ../sccache-warpcc-second)" 16
  export SCCACHE_DIR=$PWD/../sccache-warpcc SCCACHE_SERVER_PORT=4327
  sccache --start-server >/dev/null 2>&1
  export WARPCC_MODE=off
  SCCACHE_C_CUSTOM_CACHE_BUSTER=$(warpcc --warp-config-hash) build 'sccache warpcc' ../sccache-off
  unset WARPCC_MODE
  sccache --stop-server >/dev/null 2>&1
  claim 'sccache: objects after WARPCC_MODE=off are those of clang' \
    "$(equal_objects ../bare-clang ../sccache-off)" 16
}

# Builds with distcc on a server of this machine; fails where a unit is not compiled there.
with_distcc() {
  export DISTCC_DIR=$PWD/../distcc-state-$2 DISTCC_HOSTS='127.0.0.1:3639/2' DISTCC_FALLBACK=0
  mkdir -p "$DISTCC_DIR"
  build "distcc $1" "../distcc-$2"
  grep -c 'COMPILE_OK' ../distccd.log || true
  : >../distccd.log
}

check_distcc() {
  local server clang warpcc
  cp "$bin/warpcc" ../warpcc
  printf '%s\n' "$work/warpcc" /usr/lib/llvm-19/bin/clang >../commands
  touch ../distccd.log
  chmod a+rx "$work"
  chmod a+rw ../distccd.log
  PATH=$work:$PATH DISTCC_CMDLIST=$work/commands distccd --no-detach --daemon --listen 127.0.0.1 \
    --port 3639 --allow 127.0.0.1 --jobs 2 --enable-tcp-insecure --user nobody \
    --log-file "$work/distccd.log" >/dev/null 2>&1 &
  server=$!
  sleep 2
  clang=$(with_distcc clang clang)
  warpcc=$(with_distcc warpcc warpcc)
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  row 'distcc: units that the server compiled, of 16' "$clang" "$warpcc" 16
  row 'distcc: objects of units without target regions, those of clang, of 8' \
    "$(equal_objects ../distcc-clang ../distcc-clang 'plain*.o')" \
    "$(equal_objects ../distcc-clang ../distcc-warpcc 'plain*.o')" 8
}

report() {
  cat <<END
# Compiler caches and distribution

Eight units without and eight with target regions, built by make with \`-j2\`; settings as in
[the guide](../guide/build-systems.md).

$(origin "$root" 'make check-caches')
- Tools: $(ccache --version | head -n 1), $(sccache --version), distcc $(distcc --version | head -n 1 | cut -d' ' -f2)

| what | clang | warpcc | result |
|---|---|---|---|
END
  printf '%s\n' "${rows[@]}"
}

main() {
  install_tools
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/project"
  cd "$work/project"
  write_project
  build clang ../bare-clang
  WARPCC_STRICT=1 build warpcc ../bare-warpcc
  claim 'units with target regions that warpcc changes, of 8' \
    "$((16 - $(equal_objects ../bare-clang ../bare-warpcc)))" 8
  check_ccache
  check_sccache
  check_distcc
  printf '%s\n' "${rows[@]}"
  if [ "${1:-}" = --write ]; then
    mkdir -p "$root/docs/results"
    report >"$root/docs/results/caches.md"
  fi
  [ $failed = no ]
}

main "$@"
