#!/usr/bin/env bash
# Times ten kernels on a host that has no device, compiled for NVIDIA GPUs by clang and by warpcc, and on the x86_64 offload device:
# docs/results/host.md.
#
# host-times.sh [OPTION…]: options go to host-times.py; `--page PAGE` another page, `--runs N` how often each program runs.
set -euo pipefail
[[ ${WARPCC_CUDA:-} == */* ]] || unset WARPCC_CUDA
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/compiler.sh"
bin=$(warpcc_folder "$root")
cuda=${WARPCC_CUDA:-${XDG_CACHE_HOME:-$HOME/.cache}/warpcc/cuda}
exec python3 "$root/scripts/host-times.py" --bin "$bin" --cuda "$cuda" --llvm "${WARPCC_LLVM:-/usr/lib/llvm-19}" \
  --page "$root/docs/results/host.md" "$@"
