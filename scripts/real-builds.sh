#!/usr/bin/env bash
# Builds real packages twice, with clang and with warpcc, in the same folder, and compares every
# object, dependency file, archive, library and program that the two builds leave, byte for byte,
# what the configure steps found out (config.h), and the compilers' diagnostics.
#
#   scripts/real-builds.sh [--write] [--keep-clang] [PACKAGE…]    (default: all; --list names them)
#
# --write also writes docs/results/real-builds.md, anew after each package. --keep-clang uses what
# clang built in an earlier run, where that is still there. WARPCC_BIN names the folder of warpcc and
# warpcc++. Sources go to ${XDG_CACHE_HOME:-~/.cache}/warpcc/real-builds and are kept there.
# What is missing (CMake, Ninja, Meson, …) is installed from Debian's packages, as root.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/origin.sh"
. "$root/scripts/compiler.sh"
llvm=/usr/lib/llvm-19/bin
cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpcc/real-builds
downloads=$cache/downloads
work=$cache/work
result=$root/docs/results/real-builds.md
cmake_options=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=OFF)

# name | language | build system | where the sources come from
packages=(
  'sqlite|C|cargo, cc crate|crate libsqlite3-sys 0.30.1'
  'mimalloc|C|CMake + Ninja|crate libmimalloc-sys 0.1.49'
  'bzip2|C|make|Debian bzip2'
  'lua|C|make|Debian lua5.4'
  'zlib|C|its own configure, make|Debian zlib'
  'lzip|C++|its own configure, make|Debian lzip'
  'tinyxml2|C++|CMake + Ninja|Debian tinyxml2'
  'jsoncpp|C++|Meson|Debian libjsoncpp'
  'curl|C|CMake + Ninja|crate curl-sys 0.4.91'
  'xz|C|autoconf, libtool|Debian xz-utils'
  'zstd|C, assembly|make|Debian libzstd'
  'contourpy|C++|Meson|PyPI contourpy 1.3.1'
  'gmp|C, assembly|autoconf, libtool|crate gmp-mpfr-sys 1.5.3'
  'libgit2|C|CMake + make|crate libgit2-sys 0.18.8'
)

say() { printf 'real-builds: %s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }
field() { cut -d'|' -f"$2" <<<"$1"; }

install_tools() {
  local missing=() pair
  for pair in cmake:cmake ninja:ninja-build meson:meson m4:m4 make:make xz:xz-utils bzip2:bzip2 \
    dpkg-source:dpkg-dev python3:python3; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
}

# apt-get with the machine's own package sources, as sources of source packages.
apt_sources() {
  local list=$downloads/apt
  if [ ! -d "$list" ]; then
    mkdir -p "$list/parts" "$list/lists/partial"
    cat /etc/apt/sources.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$list/parts/a.list"
    local file
    for file in /etc/apt/sources.list.d/*.sources; do
      [ -e "$file" ] || continue
      sed 's/^Types:.*/Types: deb-src/' "$file" >"$list/parts/$(basename "$file")"
    done
    apt_get update
  fi
  apt_get "$@"
}

apt_get() {
  local list=$downloads/apt
  apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/dev/null \
    -o Dir::Etc::SourceParts="$list/parts" -o Dir::State::Lists="$list/lists" "$@"
}

# Unpacks the upstream archive of Debian's source package $1 into the folder $2.
debian() {
  local store=$downloads/debian/$1
  if ! compgen -G "$store/*.orig.tar.*" >/dev/null; then
    mkdir -p "$store"
    (cd "$store" && apt_sources source --download-only "$1" >&2)
  fi
  local archive
  archive=$(find "$store" -name '*.orig.tar.*' ! -name '*.asc')
  tar -xf "$archive" -C "$2" --strip-components=1
  archive=${archive##*/}
  archive=${archive#*_}
  printf '%s\n' "${archive%%.orig.tar*}" >"$2.version"
}

# Copies the sources of crate $1, version $2, to the folder $3.
crate() {
  local project=$downloads/crates/$1-$2
  if [ ! -d "$project/vendor/$1" ]; then
    mkdir -p "$project/src"
    printf '[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s = "=%s"\n[workspace]\n' \
      "$1" "$2" >"$project/Cargo.toml"
    : >"$project/src/lib.rs"
    (cd "$project" && cargo vendor --quiet vendor >/dev/null)
  fi
  cp -a "$project/vendor/$1/." "$3"
  printf '%s\n' "$2" >"$3.version"
}

fetch_sqlite() {
  local project=$downloads/crates/libsqlite3-sys-0.30.1
  if [ ! -d "$project/vendor" ]; then
    mkdir -p "$project/src"
    printf '[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nlibsqlite3-sys = { version = "=0.30.1", features = ["bundled"] }\n[workspace]\n' \
      >"$project/Cargo.toml"
    : >"$project/src/lib.rs"
    (cd "$project" && cargo vendor --quiet vendor >.vendor.toml)
  fi
  cp -a "$project/." "$1"
  mkdir "$1/.cargo"
  mv "$1/.vendor.toml" "$1/.cargo/config.toml"
  sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "$1/vendor/libsqlite3-sys/sqlite3/sqlite3.c" \
    >"$1.version"
}
# The crate leaves out the folder cmake, whose files say what is installed.
fetch_mimalloc() {
  crate libmimalloc-sys 0.1.49 "$1"
  local cmake=$1/c_src/mimalloc/v2/cmake
  mkdir -p "$cmake"
  printf 'set(mi_version%s)\n' ' 2.0' '_major 2' '_minor 0' '_patch 0' >"$cmake/mimalloc-config-version.cmake"
  printf 'macro(join_paths)\nendmacro()\n' >"$cmake/JoinPaths.cmake"
  touch "$cmake/mimalloc-config.cmake"
  sed -n 's/^#define MI_MALLOC_VERSION *\([0-9]*\).*/\1/p' "$1/c_src/mimalloc/v2/include/mimalloc.h" \
    >"$1.version"
}
fetch_zlib() { debian zlib "$1"; }
fetch_zstd() { debian libzstd "$1"; }
fetch_lua() { debian lua5.4 "$1"; }
fetch_bzip2() { debian bzip2 "$1"; }
fetch_libgit2() { crate libgit2-sys 0.18.8 "$1"; echo 1.9.7 >"$1.version"; }
# The crate leaves out two folders that the top CMakeLists.txt names.
fetch_curl() {
  crate curl-sys 0.4.91 "$1"
  mkdir -p "$1/curl/docs/examples"
  touch "$1/curl/docs/CMakeLists.txt" "$1/curl/docs/examples/CMakeLists.txt"
  echo 8.22.0 >"$1.version"
}
fetch_xz() { debian xz-utils "$1"; }
fetch_gmp() { crate gmp-mpfr-sys 1.5.3 "$1"; echo 6.2.1 >"$1.version"; }
fetch_lzip() { debian lzip "$1"; }
fetch_tinyxml2() { debian tinyxml2 "$1"; }
fetch_jsoncpp() { debian libjsoncpp "$1"; }
fetch_contourpy() {
  local venv=$downloads/venv sdist=$downloads/contourpy-1.3.1.tar.gz
  [ -d "$venv" ] || python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check pybind11==2.13.6 \
    meson-python==0.17.1 meson==1.6.1
  [ -e "$sdist" ] || PATH=$venv/bin:$PATH pip download --quiet --disable-pip-version-check --no-deps \
    --no-build-isolation --no-binary :all: --dest "$downloads" contourpy==1.3.1 >&2
  tar -xf "$sdist" -C "$1" --strip-components=1
  echo 1.3.1 >"$1.version"
}

build_sqlite() {
  CARGO_TARGET_DIR=$PWD/target cargo build --offline -j2 -vv
  rm -rf target/debug/deps target/debug/incremental target/debug/*.rlib
  find target/debug/build -name 'build-script*' -delete
  find target/debug/build -name 'build_script*' -delete
}
build_mimalloc() {
  cmake -S c_src/mimalloc/v2 -B build -G Ninja "${cmake_options[@]}" -DMI_BUILD_TESTS=OFF &&
    ninja -C build -j2 -d keepdepfile
}
build_zlib() { ./configure && make -j2; }
# Its makefiles name the folder of the objects after a hash of the compiler's name, unless told.
build_zstd() {
  local flags=(CC="$CC" CFLAGS='-O0 -g' BUILD_DIR=obj)
  make -j2 -C lib libzstd.a "${flags[@]}" && make -j2 -C programs zstd "${flags[@]}"
}
build_lua() { make -j2 linux CC="$CC -std=gnu99" MYCFLAGS='-g -MD'; }
build_bzip2() { make -j2 all CC="$CC" CFLAGS='-O2 -g -MD -D_FILE_OFFSET_BITS=64'; }
build_libgit2() {
  cmake -S libgit2 -B build "${cmake_options[@]}" -DBUILD_TESTS=OFF -DUSE_HTTPS=OFF -DUSE_SSH=OFF \
    -DREGEX_BACKEND=builtin -DUSE_BUNDLED_ZLIB=ON && make -C build -j2
}
build_curl() {
  cmake -S curl -B build -G Ninja "${cmake_options[@]}" -DCURL_ENABLE_SSL=OFF -DCURL_USE_LIBPSL=OFF \
    -DCURL_ZLIB=OFF -DBUILD_CURL_EXE=OFF -DBUILD_TESTING=OFF -DBUILD_LIBCURL_DOCS=OFF \
    -DBUILD_MISC_DOCS=OFF -DENABLE_CURL_MANUAL=OFF -DCURL_USE_LIBSSH2=OFF -DUSE_NGHTTP2=OFF \
    -DCURL_BROTLI=OFF -DCURL_ZSTD=OFF -DUSE_LIBIDN2=OFF && ninja -C build -j2 -d keepdepfile
}
build_xz() { ./configure CFLAGS='-O0 -g' --disable-nls --disable-doc && make -j2 && make -j2 -C tests check TESTS=; }
# Its gmp.h quotes the compiler's name, and DWARF 5 would hold a checksum of gmp.h.
build_gmp() { cd gmp-6.2.1-c && ./configure CFLAGS='-O1 -gdwarf-4' --disable-shared && make -j2; }
build_lzip() { ./configure CXX="$CXX" CXXFLAGS='-O2 -g -Wall -MD' && make -j2; }
build_tinyxml2() {
  cmake -B build -G Ninja "${cmake_options[@]}" -DBUILD_TESTING=ON &&
    ninja -C build -j2 -d keepdepfile
}
build_jsoncpp() { meson setup build && ninja -C build -j2 -d keepdepfile; }
build_contourpy() {
  PATH=$downloads/venv/bin:$PATH meson setup build && ninja -C build -j2 -d keepdepfile
}

test_zlib() { make test; }
test_zstd() { ./programs/zstd -b1 -i0 lib/compress/zstd_compress.c; }
test_bzip2() { make test; }
test_lua() { ./src/lua -e 'assert(string.format("%5.2f|%q", 1/3, "x\n") == " 0.33|\"x\\\n\"")'; }
test_xz() { make -C tests check; }
test_lzip() { make check; }
test_tinyxml2() { ctest --test-dir build; }
test_jsoncpp() { ninja -C build test; }

# The files of the current folder that compilers made: objects, archives, libraries, programs,
# dependency files, and what configure found out.
artefacts() {
  find . -type f \( -name '*.o' -o -name '*.a' -o -name '*.d' -o -name '*.Po' -o -name '*.Plo' \
    -o -name config.h -o -name '*_config.h' \) -size +0
  find . -type f -perm -u+x ! -name '*.o' ! -name '*.a' ! -path '*/CMakeFiles/*' -print0 |
    xargs -0r grep -laP '\A\x7fELF' || true
}

# Builds package $1 with compiler $2 (clang or warpcc) in a fresh tree; leaves the artefacts in
# $work/$1/$2 and the log beside them, and prints the seconds of processor time and what the
# package's test suite said. make keeps the messages of each compilation together: those of two at
# once would be mixed within a line.
build_once() {
  local name=$1 compiler=$2 tree=$work/$1/tree keep=$work/$1/$2 log=$work/$1/$2.log tests=-
  rm -rf "$tree" "$keep" "$keep.result"
  mkdir -p "$tree" "$keep"
  "fetch_$name" "$tree" || return 1
  cd "$tree"
  export CC=$compiler CXX=$compiler++ PATH="$bin:$llvm:$PATH" LC_ALL=C WARPCC_STRICT=1 \
    SOURCE_DATE_EPOCH=1 MAKEFLAGS=--output-sync=target
  local cpu TIMEFORMAT='%U %S'
  cpu=$({ time "build_$name" >"$log" 2>&1 </dev/null; } 2>&1) || { tail -30 "$log" >&2; return 1; }
  cd "$tree"
  artefacts | sort -u | xargs -d '\n' -r cp --parents -t "$keep"
  if declare -F "test_$name" >/dev/null; then
    tests=pass
    "test_$name" >"$log.tests" 2>&1 </dev/null || tests=FAIL
  fi
  awk -v tests="$tests" '{ printf "%.1f %s\n", $1 + $2, tests }' <<<"$cpu" | tee "$keep.result"
}

# As build_once with clang, unless that is there already and may be kept.
clang_once() {
  if [ "$keep_clang" = yes ] && [ -e "$work/$1/clang.result" ]; then
    cat "$work/$1/clang.result"
  else
    build_once "$1" clang
  fi
}

diagnostics() { grep -E ': (warning|error|fatal error|note):' "$1" | sort || true; }

# Compares the two builds of package $1; prints how many objects there are, how many files of all
# kinds, and how many of these are identical.
compare() {
  local keep=$work/$1 file objects=0 files=0 same=0
  while IFS= read -r file; do
    files=$((files + 1))
    case $file in *.o) objects=$((objects + 1)) ;; esac
    if cmp -s "$keep/clang/$file" "$keep/warpcc/$file"; then
      same=$((same + 1))
    elif [ $((files - same)) -le 10 ]; then
      say "$1: $file differs"
    fi
  done < <(cd "$keep" && { (cd clang && find . -type f); (cd warpcc && find . -type f); } | sort -u)
  echo "$objects $files $same"
}

# Builds and compares one package; prints its row of the table.
examine() {
  local name clang warpcc counts verdict=identical
  name=$(field "$1" 1)
  say "$name: clang"
  clang=$(clang_once "$name") || fail "$name does not build with clang"
  say "$name: warpcc"
  warpcc=$(build_once "$name" warpcc) || fail "$name does not build with warpcc"
  counts=$(compare "$name")
  read -r objects files same <<<"$counts"
  [ "$objects" -gt 0 ] && [ "$files" = "$same" ] || verdict=DIFFERENT
  diff <(diagnostics "$work/$name/clang.log") <(diagnostics "$work/$name/warpcc.log") >&2 ||
    verdict='OTHER DIAGNOSTICS'
  [ "${clang#* }" = "${warpcc#* }" ] || verdict='OTHER TESTS'
  printf '| %s | %s | %s | %s | %s | %d | %d | %s | %s | %s / %s |\n' "$name" \
    "$(<"$work/$name/tree.version")" "$(field "$1" 2)" "$(field "$1" 3)" "$(field "$1" 4)" \
    "$objects" "$files" "$verdict" "${warpcc#* }" \
    "${clang% *}" "${warpcc% *}"
}

report() {
  cat <<END
# Real builds

Packages built twice, with \`CC=clang\` and with \`CC=warpcc\` (\`CXX\` likewise), in the same folder,
\`-j2\`. *Files* counts objects, archives, libraries, programs, dependency files and \`config.h\`;
*identical* says that each of them is the same byte for byte, and that the compilers' diagnostics are
the same lines. *Tests* is the package's own suite (for zstd and lua a smoke run), after both builds.
The times are processor time of one build each, configuring included, on a machine with other work:
they show that nothing is out of proportion, no more. [bench-driver.md](bench-driver.md) measures.

$(origin "$root" 'make real-builds' "; $("$llvm/clang" --version | head -n 1)")

| package | version | language | build system | sources | objects | files | result | tests | CPU seconds clang / warpcc |
|---|---|---|---|---|---|---|---|---|---|
END
  cat
}

main() {
  local write=no chosen=() entry rows=''
  keep_clang=no
  for argument in "$@"; do
    case $argument in
      --write) write=yes ;;
      --keep-clang) keep_clang=yes ;;
      --list) printf '%s\n' "${packages[@]%%|*}"; return ;;
      *) chosen+=("$argument") ;;
    esac
  done
  bin=$(warpcc_folder "$root")
  [ -e "$bin/warpcc++" ] || ln -s warpcc "$bin/warpcc++"
  install_tools
  mkdir -p "$downloads" "$work" "${result%/*}"
  for entry in "${packages[@]}"; do
    [ ${#chosen[@]} = 0 ] || [[ " ${chosen[*]} " == *" ${entry%%|*} "* ]] || continue
    rows+=$(examine "$entry")$'\n'
    if [ $write = yes ]; then report <<<"${rows%$'\n'}" >"$result"; fi
  done
  printf '%s' "$rows"
  ! grep -qE 'DIFFERENT|OTHER|FAIL' <<<"$rows"
}

main "$@"
