#!/usr/bin/env python3
"""Times kernels on a host without a device, as clang and as warpcc compile them for NVIDIA GPUs, and on the x86_64 offload device, as
both compile them for that; writes a page.

Each program is compiled at -O2: by clang, by warpcc, and, for GPUs, by warpcc --warp-host-loops=off. The programs of a kernel run in turn,
each RUNS times; the page has the medians of their wall times, and of the factors of each turn.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

# Name of the source, and the arguments with which clang's program runs for about a second.
KERNELS = [
    ("2dconv.c", "reps=1000 ni=1408 nj=1408"),
    ("3dconv.c", "reps=400 ni=192 nj=192 nk=192"),
    ("fdtd2d.c", "reps=300 steps=10"),
    ("gemm.c", "reps=5"),
    ("jacobi2d.c", "reps=400"),
    ("lu.c", "reps=250"),
    ("matadd.c", "reps=900 n=2048 m=2048"),
    ("seismic.c", "reps=300"),
    ("stencil.c", "reps=800"),
    ("laplace3d.cpp", "reps=800"),
]
HOST, DEVICE = "the host", "the x86_64 device"
# Where a variant's program runs, and the options that make it.
VARIANTS = {
    "clang": (HOST, ["--warp-mode=off"]),
    "warpcc": (HOST, []),
    "changed": (HOST, ["--warp-host-loops=off"]),
    "clang, x86_64": (DEVICE, ["--warp-mode=off"]),
    "warpcc, x86_64": (DEVICE, []),
}
# Each factor's two variants.
FACTORS = {
    "warpcc / clang": ("warpcc", "clang"),
    "changed / clang": ("changed", "clang"),
    "warpcc / clang, x86_64": ("warpcc, x86_64", "clang, x86_64"),
}


def build(tools, source, folder):
    """The programs of a kernel by variant."""
    programs = {}
    targets = {
        HOST: ["-fopenmp-targets=nvptx64", "-Xopenmp-target", "-march=sm_90", f"--cuda-path={tools.cuda}", f"--libomptarget-nvptx-bc-path={tools.llvm}/lib"],
        DEVICE: ["-fopenmp-targets=x86_64-pc-linux-gnu"],
    }
    for name, (place, options) in VARIANTS.items():
        programs[name] = folder / name
        driver = tools.bin / "warpcc"
        command = [driver, f"--warp-clang={tools.llvm}/bin/clang", "--warp-budget-ms=0", *options, "-O2", "-fopenmp", *targets[place]]
        command += [source.name, "-o", programs[name], "-lstdc++", "-lm"]
        subprocess.run(command, cwd=source.parent, check=True, env={**os.environ, "WARPCC_STRICT": "1"})
    return programs


def seconds(tools, program, place, arguments):
    """The wall time of one run."""
    libraries = {**os.environ, "LD_LIBRARY_PATH": f"{tools.llvm}/lib"}
    if place == DEVICE:
        libraries["OMP_TARGET_OFFLOAD"] = "MANDATORY"
    start = time.perf_counter()
    subprocess.run([program, *arguments.split()], check=True, env=libraries, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure(tools, source, arguments):
    """The medians of the wall times by variant, and of each factor, whose times are of one turn."""
    with tempfile.TemporaryDirectory() as folder:
        programs = build(tools, source, pathlib.Path(folder))
        turn = lambda: {name: seconds(tools, program, VARIANTS[name][0], arguments) for name, program in programs.items()}
        turns = [turn() for _ in range(tools.runs + 1)][1:]
    times = {name: statistics.median(turn[name] for turn in turns) for name in programs}
    factors = {name: statistics.median(turn[new] / turn[old] for turn in turns) for name, (new, old) in FACTORS.items()}
    return times, factors


def page(tools, rows, root):
    """The text of the page."""
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout.strip()
    version = subprocess.run([f"{tools.llvm}/bin/clang", "--version"], check=True, capture_output=True, text=True).stdout.split("\n")[0]
    lines = [
        "# Hosts that run regions themselves",
        "",
        "Written by `scripts/host-times.sh`: kernels of `spec-accel-harness/kernels`, compiled at `-O2` for NVIDIA GPUs, on a machine without a device, and "
        f"for the x86_64 offload device. Wall times of whole programs in seconds, medians of {tools.runs} runs in turn; factors are medians over the turns.",
        "",
        "*changed* is warpcc with `--warp-host-loops=off`: the host runs the loops that are made for a GPU.",
        "",
        f"- Date: {time.strftime('%Y-%m-%d')}",
        f"- Machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}, {version}",
        f"- Commit: {commit}",
        "- Command: `scripts/host-times.sh`",
        "",
        f"| kernel | arguments | {' | '.join([*VARIANTS, *FACTORS])} |",
        "|---|---" + "|--:" * (len(VARIANTS) + len(FACTORS)) + "|",
    ]
    for name, arguments, times, factors in rows:
        own = [f"{times[key]:.3f}" for key in VARIANTS] + [f"{factors[key]:.2f}" for key in FACTORS]
        lines.append(f"| {name} | {arguments} | {' | '.join(own)} |")
    means = " | ".join(f"**{statistics.geometric_mean(row[3][key] for row in rows):.2f}**" for key in FACTORS)
    lines.append(f"| geometric mean | {'| ' * len(VARIANTS)}| {means} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("bin", "cuda", "llvm", "page"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=9)
    tools = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    rows = []
    for name, arguments in KERNELS:
        times, factors = measure(tools, root / "spec-accel-harness" / "kernels" / name, arguments)
        rows.append((name, arguments, times, factors))
        print(name, " ".join(f"{key} {value:.3f}" for key, value in times.items()), *(f"{key} {value:.2f}" for key, value in factors.items()), flush=True)
    tools.page.write_text(page(tools, rows, root))


if __name__ == "__main__":
    main()
