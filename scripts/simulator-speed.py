#!/usr/bin/env python3
"""Measures how fast the simulator is, without and with --races, and writes docs/results/simulator-speed.md.

simulator-speed.py BUILT LLVM PAGE ORIGIN: BUILT is the folder with a release build of warpsim and of its library, ORIGIN the lines
that say where the numbers come from. Each kernel of the harness, as it is written, runs at its default sizes.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 3
HEAD = """\
# Speed of the simulator

Instructions of threads per second, on one core. Each plain kernel runs at its default sizes with `reps=1 warmup=0`, at `-O2`;
the time is that of its regions. Without and with `--races` take turns, medians of {rounds} rounds. *warp* is the time for one instruction
of a warp, *slower* how much longer the regions take with `--races`. This file is written by the command below.

{origin}

{summary}

| kernel | instructions | G/s | warp | with `--races` G/s | slower |
|---|---|---|---|---|---|
{rows}
"""


def run(built, program, options, counts):
    """The seconds of a program's regions, and what was counted."""
    command = [built / "warpsim", "run", *options, "--json", counts, "--", program, "reps=1", "warmup=0"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = sum(float(line.split()[2]) for line in text.splitlines() if line.startswith("seconds "))
    kernels = json.loads(pathlib.Path(counts).read_text())["device"]["kernels"]
    return seconds, [sum(kernel[name] for kernel in kernels) for name in ("lane_instructions", "warp_instructions")]


def measure(built, llvm, kernel, work):
    """The row of one kernel: its name, instructions, and median seconds without and with --races."""
    program = work / kernel.stem
    compiler = llvm / "bin" / ("clang" if kernel.suffix == ".c" else "clang++")
    subprocess.run(
        [compiler, "-O2", "-w", "-gline-tables-only", "-fopenmp", "--offload-arch=sm_90", f"--cuda-path={work / 'toolkit'}",
         kernel, "-o", program, "-lm"],
        check=True, env={**os.environ, "LIBRARY_PATH": str(llvm / "lib")})
    times = [[], []]
    for _ in range(ROUNDS):
        for own, options in zip(times, ([], ["--races"])):
            seconds, counts = run(built, program, options, work / "counts.json")
            own.append(seconds)
    return kernel.stem, counts, [statistics.median(own) for own in times]


def main():
    built, llvm, page, origin = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    kernels = pathlib.Path(__file__).resolve().parent.parent / "spec-accel-harness/kernels"
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run([built / "warpsim", "toolkit", work / "toolkit"], check=True)
        found = [measure(built, llvm, kernel, work) for kernel in sorted(kernels.glob("*.c*")) if kernel.is_file()]
    rows, speeds = [], [[], []]
    for name, (lanes, warps), (plain, races) in found:
        for own, seconds in zip(speeds, (plain, races)):
            own.append(lanes / seconds / 1e9)
        rows.append(f"| {name} | {lanes / 1e6:.1f} M | {lanes / plain / 1e9:.2f} | {plain / warps * 1e9:.0f} ns "
                    f"| {lanes / races / 1e9:.2f} | {races / plain:.1f} |")
    lanes = sum(counts[0] for _, counts, _ in found)
    totals = [lanes / sum(times[k] for *_, times in found) / 1e9 for k in (0, 1)]
    summary = (f"All {len(found)} kernels: {totals[0]:.2f} G instructions of threads a second (median {statistics.median(speeds[0]):.2f}, "
               f"most {max(speeds[0]):.2f}, least {min(speeds[0]):.2f}); with `--races` {totals[1]:.2f} (median "
               f"{statistics.median(speeds[1]):.2f}), {totals[0] / totals[1]:.1f} times slower.")
    page.write_text(HEAD.format(rounds=ROUNDS, origin=origin, summary=summary, rows="\n".join(rows)))


if __name__ == "__main__":
    main()
