#!/usr/bin/env python3
"""Counts what the programs of tests/natural copy between host and device: as written, with --warp-transfers=on, and as an expert writes them.

    copies.py --warpcc PROGRAM --llvm PREFIX [--only WORD]

Programs are built for the host's processor as the device, whose memory is separate, in a temporary folder. A line each: bytes, copies, and
whether warpcc's program prints what clang's does; then the geometric means of warpcc by expert, a count of 0 taken as 1.
"""
import argparse
import glob
import math
import os
import re
import subprocess
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "natural")
TARGET = ["-O1", "-w", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
COPY = re.compile(r"Copying data from .*Size=(\d+)")
RUN = {"OMP_TARGET_OFFLOAD": "mandatory", "LIBOMPTARGET_INFO": "32", "OMP_NUM_THREADS": "2", "OMP_TEAMS_THREAD_LIMIT": "2"}


def ran(tools, path, compiler, flags):
    """Bytes, copies, and what is printed; `None` where the program is not built or does not end well."""
    standard = "-std=c++17" if path.endswith(".cpp") else "-std=c11"
    library = os.path.join(tools.llvm, "lib")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        built = [compiler, standard, *TARGET, *flags, path, "-o", program, "-lm"]
        setting = {**os.environ, "WARPCC_LLVM": tools.llvm}
        if subprocess.run(built, capture_output=True, env=setting).returncode != 0:
            return None
        setting = {**os.environ, **RUN, "LD_LIBRARY_PATH": library}
        try:
            done = subprocess.run([program], capture_output=True, text=True, timeout=tools.limit, env=setting)
        except subprocess.TimeoutExpired:
            return None
    sizes = [int(size) for size in COPY.findall(done.stdout + done.stderr)]
    printed = [line for line in done.stdout.splitlines() if "omptarget" not in line]
    return (sum(sizes), len(sizes), printed) if done.returncode == 0 else None


def mean(pairs):
    logs = [math.log(max(own, 1) / max(best, 1)) for own, best in pairs]
    return math.exp(sum(logs) / len(logs)) if logs else float("nan")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--warpcc", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=300)
    tools = parser.parse_args()
    both = {0: [], 1: []}
    print("| program | bytes as written | warpcc | expert | copies as written | warpcc | expert | output |\n|---|---|---|---|---|---|---|---|")
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.c")) + glob.glob(os.path.join(FOLDER, "*.cpp"))):
        name = os.path.basename(path)
        if tools.only not in name:
            continue
        plus = "++" if name.endswith(".cpp") else ""
        clang = os.path.join(tools.llvm, "bin", "clang" + plus)
        runs = [
            ran(tools, path, clang, []),
            ran(tools, path, tools.warpcc + plus, ["--warp-transfers=on"]),
            ran(tools, path, clang, ["-DEXPERT"]),
        ]
        if None in runs:
            print(f"| {name} | {', '.join('runs' if run else 'does not run' for run in runs)} |", flush=True)
            continue
        for way in both:
            both[way].append((runs[1][way], runs[2][way]))
        same = "equal" if runs[0][2] == runs[1][2] else "other"
        cells = [run[way] for way in both for run in runs]
        print(f"| {name} | {' | '.join(map(str, cells))} | {same} |", flush=True)
    print(f"\nwarpcc / expert, geometric mean of {len(both[0])}: bytes {mean(both[0]):.2f}, copies {mean(both[1]):.2f}")


main()
