#!/usr/bin/env bash
# patches.sh: writes docs/guide/patches.md, what `warpctl diff` prints for ten kernels.
set -euo pipefail
cd "$(dirname "$0")/.."
warpctl=$(realpath "${WARPCTL:-target/release/warpctl}")
page=docs/guide/patches.md
kernels=(corr covar doitgen fdtd2d gemm jacobi2d_alt pcsp_sweep seismic sp_xsolve1 syrk)
{
    cat <<'END'
# Ten patches

What `warpctl diff` prints for ten kernels of `spec-accel-harness/kernels`. A patch is for people: it has no `#line`, which the text for the compiler has behind new
lines, so that every line keeps its number. `scripts/patches.sh` writes this page.
END
    for kernel in "${kernels[@]}"; do
        file=$kernel
        [[ $file == *.* ]] || file=$file.c
        [[ -e spec-accel-harness/kernels/$file ]] || { echo "patches.sh: no $file" >&2; exit 1; }
        printf '\n## %s\n\n```diff\n' "$file"
        (cd spec-accel-harness/kernels && "$warpctl" diff "$file" -- -fopenmp --offload-arch=sm_90 -O2)
        printf '```\n'
    done
} >"$page.new"
mv "$page.new" "$page"
