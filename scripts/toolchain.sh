#!/usr/bin/env bash
# Makes a machine able to build warpcc and to compile for nvptx64: Debian's packages of LLVM 19,
# isl and GMP, and the parts of CUDA 12.9 that clang's nvptx64 offload calls (ptxas, libdevice, and
# nvlink.c built over NVIDIA's libnvJitLink), which go to ${XDG_CACHE_HOME:-~/.cache}/warpcc/cuda.
#
# With --nvcc also NVIDIA's own compiler, which kernels are compared with (warpcc/nvcc, beside that folder;
# no PyPI package of CUDA 12 has it), and with --tests that and what the tests call: CMake, Ninja, Meson, autoconf.
#
# A toolkit named by WARPCC_CUDA or CUDA_PATH is used as it is. WARPCC_WHEELS names a folder that
# already holds the wheels, for a machine without a network. What is there already is left alone, but
# for a folder that an older version of this script assembled from other wheels: it is replaced.
set -euo pipefail
[[ ${WARPCC_CUDA:-} == */* ]] || unset WARPCC_CUDA

llvm=/usr/lib/llvm-19
packages=(clang-19 clang-tools-19 libclang-19-dev libomp-19-dev libisl-dev libgmp-dev pkg-config gcc
          libc6-dev)
test_packages=(cmake ninja-build meson autoconf make)
wheels=(nvidia-cuda-nvcc-cu12==12.9.86 nvidia-nvjitlink-cu12==12.9.86 nvidia-cuda-runtime-cu12==12.9.79)
nvcc_wheels=(nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-runtime==13.0.96
             nvidia-cuda-crt==13.0.88)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpcc
cuda_tools=(bin/ptxas bin/nvlink lib/libnvJitLink.so.12 nvvm/libdevice/libdevice.10.bc include/cuda.h)
nvlink_source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/nvlink.c

say() { printf 'toolchain: %s\n' "$*"; }
fail() { printf 'toolchain: error: %s\n' "$*" >&2; exit 1; }

have_package() {
  case $1 in
    clang-19) [ -x "$llvm/bin/clang" ] ;;
    clang-tools-19)
      [ -x "$llvm/bin/clang-offload-packager" ] && [ -x "$llvm/bin/clang-linker-wrapper" ] ;;
    libclang-19-dev) compgen -G "$llvm/lib/libclang*.so*" >/dev/null ;;
    libomp-19-dev) [ -e "$llvm/lib/libomptarget-nvptx-sm_90.bc" ] && [ -e "$llvm/lib/libomp.so" ] ;;
    libisl-dev) [ -e /usr/include/isl/ctx.h ] ;;
    libgmp-dev) [ -e /usr/include/gmp.h ] || compgen -G '/usr/include/*/gmp.h' >/dev/null ;;
    libc6-dev) [ -e /usr/include/stdio.h ] ;;
    pkg-config) command -v pkg-config >/dev/null ;;
    gcc) command -v cc >/dev/null ;;
    cmake | meson | autoconf | make) command -v "$1" >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    python3) command -v python3 >/dev/null ;;
    python3-pip) python3 -m pip --version >/dev/null 2>&1 ;;
  esac
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

# Installs those of the named packages whose files are not here.
install_packages() {
  local missing=() package
  for package in "$@"; do
    have_package "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    fail "missing here: ${missing[*]} (Debian's names). This is no Debian: install LLVM 19 (clang," \
      "libclang, libomp with its nvptx device library) under $llvm, isl and GMP with their headers," \
      "pkg-config, a C compiler and Python 3 with pip."
  fi
  can_install || fail "run as root: apt-get install --no-install-recommends ${missing[*]}"
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get update -qq
  as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}; LLVM 19 is in Debian 12 and later, Ubuntu 24.10 and later"
  for package in "${missing[@]}"; do
    have_package "$package" || fail "$package is installed, but what warpcc needs of it is not there"
  done
}

# Whether the folder $1 holds what these wheels and this nvlink.c make.
cuda_complete() {
  local part
  for part in "${cuda_tools[@]}"; do
    [ -e "$1/$part" ] || return 1
  done
  [ "$(cat "$1/wheels" 2>/dev/null)" = "${wheels[*]}" ] && cmp -s "$nvlink_source" "$1/nvlink.c"
}

# Downloads wheels $2… to the folder $1 unless WARPCC_WHEELS has them; prints the folder that holds them.
find_wheels() {
  if [ -n "${WARPCC_WHEELS:-}" ]; then
    printf '%s\n' "$WARPCC_WHEELS"
    return
  fi
  install_packages python3 python3-pip >&2
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$1" "${@:2}" >&2 ||
    fail "could not download ${*:2}; set WARPCC_CUDA to a CUDA toolkit instead"
  printf '%s\n' "$1"
}

# Unpacks the wheels of folder $1 into $2.
unpack() {
  local wheel
  install_packages python3
  for wheel in "$1"/*.whl; do
    [ -e "$wheel" ] || fail "no wheels in $1"
    python3 -m zipfile -e "$wheel" "$2"
  done
}

# Joins what is needed of the wheels unpacked in $2, which folder $1 held, to a CUDA folder $3.
join_wheels() {
  local part
  for part in cuda_nvcc/bin/ptxas cuda_nvcc/nvvm/libdevice cuda_runtime/include/cuda.h \
    nvjitlink/lib/libnvJitLink.so.12 nvjitlink/include/nvJitLink.h; do
    [ -e "$2/nvidia/$part" ] || fail "no nvidia/$part in the wheels of $1: they are not ${wheels[*]}"
  done
  mkdir -p "$3/bin" "$3/lib" "$3/nvvm"
  cp "$2/nvidia/cuda_nvcc/bin/ptxas" "$3/bin"
  cp -R "$2/nvidia/cuda_nvcc/nvvm/libdevice" "$3/nvvm"
  cp -R "$2/nvidia/cuda_runtime/include" "$3"
  cp -R "$2/nvidia/cuda_nvcc/include/." "$2/nvidia/nvjitlink/include/." "$3/include"
  cp "$2/nvidia/nvjitlink/lib/libnvJitLink.so.12" "$3/lib"
  chmod +x "$3/bin/ptxas"
}

# Makes $cache/$2 of the folder $1/$2; what was there before goes to $1/replaced.
install_folder() {
  [ ! -e "$cache/$2" ] || mv -T "$cache/$2" "$1/replaced"
  mv -T "$1/$2" "$cache/$2" 2>/dev/null || [ -e "$cache/$2/bin" ] || fail "could not write $cache/$2"
}

# Builds nvlink in the CUDA folder $1. It finds the library beside itself, wherever the folder is.
build_nvlink() {
  cp "$nvlink_source" "$1/nvlink.c"
  cc -O1 -I"$1/include" "$1/nvlink.c" -o "$1/bin/nvlink" "$1/lib/libnvJitLink.so.12" \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN/../lib' || fail "cc could not build nvlink.c"
}

assemble_cuda() {
  local work source said
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/unpack.XXXXXX")
  unpacked+=("$work")
  say "assembling ptxas 12.9, nvlink and libdevice in $cache/cuda"
  mkdir "$work/wheels" "$work/cuda"
  source=$(find_wheels "$work/wheels" "${wheels[@]}")
  unpack "$source" "$work"
  join_wheels "$source" "$work" "$work/cuda"
  build_nvlink "$work/cuda"
  printf '%s\n' "${wheels[*]}" >"$work/cuda/wheels"
  "$work/cuda/bin/ptxas" --version >/dev/null || fail "ptxas does not run on this machine"
  said=$("$work/cuda/bin/nvlink" 2>&1) || true
  [[ $said == *usage:* ]] || fail "nvlink does not run on this machine: $said"
  cuda_complete "$work/cuda" || fail "the wheels in $source lack one of: ${cuda_tools[*]}"
  install_folder "$work" cuda
}

nvcc_complete() { [ -e "$1/bin/nvcc" ] && [ -e "$1/nvvm/bin/cicc" ] && [ -e "$1/lib/libcudart_static.a" ]; }

assemble_nvcc() {
  local work source
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/unpack.XXXXXX")
  unpacked+=("$work")
  say "assembling nvcc in $cache/nvcc"
  mkdir "$work/wheels"
  source=$(find_wheels "$work/wheels" "${nvcc_wheels[@]}")
  unpack "$source" "$work"
  nvcc_complete "$work/nvidia/cu13" || fail "the wheels in $source are not ${nvcc_wheels[*]}"
  chmod +x "$work"/nvidia/cu13/bin/* "$work"/nvidia/cu13/nvvm/bin/*
  mv "$work/nvidia/cu13" "$work/nvcc"
  install_folder "$work" nvcc
}

# nvcc of the user's own CUDA toolkit, or one for the harness alone.
find_nvcc() {
  [ -x "${WARPCC_CUDA:-${CUDA_PATH:-/nonexistent}}/bin/nvcc" ] || nvcc_complete "$cache/nvcc" || assemble_nvcc
}

find_cuda() {
  local given=${WARPCC_CUDA:-${CUDA_PATH:-}} release
  if [ -n "$given" ]; then
    [ -x "$given/bin/ptxas" ] && [ -x "$given/bin/nvlink" ] ||
      fail "$given (from WARPCC_CUDA or CUDA_PATH) holds no bin/ptxas and bin/nvlink"
    release=$("$given/bin/ptxas" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    [ "${release:-0}" -lt 13 ] ||
      say "warning: programs linked by CUDA $release of $given never offload under libomptarget 19"
    return
  fi
  cuda_complete "$cache/cuda" || assemble_cuda
}

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || fail "this script knows x86-64 Linux only"
command -v cargo >/dev/null || fail "no cargo: install Rust (1.88 or later) first"
install_packages "${packages[@]}"
unpacked=()
trap 'rm -rf "${unpacked[@]}"' EXIT
find_cuda
case ${1:-} in
  '') ;;
  --nvcc) find_nvcc ;;
  --tests)
    install_packages "${test_packages[@]}"
    find_nvcc
    ;;
  *) fail "unknown option '$1'; there are --nvcc and --tests" ;;
esac
say "complete"
