#!/usr/bin/env python3
"""Runs the PolyBench programs of two public codes on the simulator, as clang and as warpcc compile them, and writes a page.

    polybench.py --warpctl PROGRAM --llvm PREFIX --page PAGE --unibench FOLDER --acc FOLDER [--only WORD]

warpcc stands beside warpctl. Programs are built in a temporary folder.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import coverage
from steps import row

LEVEL = "-O3"
# Unibench's sizes stand in its sources: those of its test take the simulator minutes each, and a cube of them hours.
OWN_SIZE, SIZE, SIDE = 1100, 512, 192
# How each is compiled; the first is what the others are compared with.
WAYS = {
    "clang": ["--warp-mode=off"],
    "warpcc": [],
    "warpcc -ffast-math": ["-ffast-math"],
}
COLUMNS = ("sectors", "lines", "warp instructions", "lane instructions")
# Lines of the output that say how long something took.
TIMES = re.compile(r".*(Runtime|GFLOPS|seconds).*")

Program = collections.namedtuple("Program", "code name folder words")
Ran = collections.namedtuple("Ran", "status printed counts")


def programs(tools):
    """The programs of both codes, each with what its compilation needs."""
    common = os.path.join(tools.unibench, "benchmarks/common")
    for source in sorted(glob.glob(os.path.join(tools.unibench, "benchmarks/Polybench/*/src/*.c"))):
        folder, name = os.path.split(source)
        words = [name, "-DRUN_TEST", "-DDEVICE_ID=0", f"-I{common}", "-lm"]
        yield Program("Unibench", name.removesuffix(".c"), folder, tuple(words))
    openmp = os.path.join(tools.acc, "OpenMP")
    utilities = os.path.join(openmp, "utilities")
    for source in sorted(glob.glob(os.path.join(openmp, "[dlms]*/**/*.c"), recursive=True)):
        folder, name = os.path.split(source)
        includes = [f"-I{place}" for place in (utilities, os.path.join(tools.acc, "common"))]
        words = [name, os.path.join(utilities, "polybench.c"), "-DOMP_OFFLOAD", "-DSMALL_DATASET", "-DPOLYBENCH_DUMP_ARRAYS", *includes, "-lm"]
        yield Program("PolyBench-ACC", name.removesuffix(".c"), folder, tuple(words))


def environment(tools):
    library = os.path.join(tools.llvm, "lib")
    return {**os.environ, "WARPCC_CLANG": os.path.join(tools.llvm, "bin/clang"), "LIBRARY_PATH": library, "LD_LIBRARY_PATH": library}


def ran(tools, program, flags):
    """What a program does on the simulator; a word where it cannot be built or does not end."""
    warpcc = os.path.join(os.path.dirname(tools.warpctl), "warpcc")
    with tempfile.TemporaryDirectory() as folder:
        executable, counts = os.path.join(folder, "program"), os.path.join(folder, "counts.json")
        target = ["--warp-simulator", "-fopenmp", "--offload-arch=sm_90", f"--cuda-path={tools.cuda}"]
        build = [warpcc, LEVEL, "-w", *target, *flags, f"-I{program.folder}", *program.words, "-o", executable]
        source = program.words[0]
        with open(os.path.join(program.folder, source), "rb") as own, open(os.path.join(folder, source), "wb") as copy:
            size = SIDE if "3D" in source else SIZE
            copy.write(own.read().replace(b"#define SIZE %d" % OWN_SIZE, b"#define SIZE %d" % size))
        done = subprocess.run(build, cwd=folder, env=environment(tools), capture_output=True)
        if done.returncode != 0:
            return "not compiled"
        run = [tools.warpctl, "simulate", "--quiet", "--caches", "--json", counts, "--", executable]
        try:
            done = subprocess.run(run, cwd=folder, env=environment(tools), capture_output=True, timeout=tools.limit)
        except subprocess.TimeoutExpired:
            return "no end"
        if not os.path.exists(counts):
            return "no counts"
        printed = (done.stdout + done.stderr).decode(errors="replace")
        lines = [line for line in printed.splitlines() if not TIMES.match(line)]
        with open(counts) as file:
            return Ran(done.returncode, lines, summed(json.load(file)))


def summed(report):
    """What all launches of all regions did."""
    kernels = [kernel for kernel in report["device"]["kernels"] if "__omp_offloading" in kernel["name"]]
    total = lambda key: sum(kernel[key] for kernel in kernels)
    return {
        "launches": total("launches"),
        "sectors": sum(access["sectors"] for kernel in kernels for access in kernel["accesses"]),
        "lines": sum(kernel["caches"]["l2_sectors"] for kernel in kernels),
        "warp instructions": total("warp_instructions"),
        "lane instructions": total("lane_instructions"),
    }


def compared(base, own, fast):
    """Whether a program prints what clang's does; sums in another order print what its own check says of them."""
    if own.printed == base.printed and own.status == base.status:
        return "equal"
    return "differs in last digits" if fast and own.status == base.status else "DIFFERS"


def by_program(found):
    """The table of the programs that offload and end."""
    others = [way for way in WAYS if way != "clang"]
    factors = [f"{way}: {column}" for way in others for column in COLUMNS]
    yield row("code", "program", "launches", *[f"clang: {column}" for column in COLUMNS], *factors, *others)
    yield "|---|---" + "|--:" * (1 + len(COLUMNS) + len(factors)) + "|---" * len(others) + "|"
    means = collections.defaultdict(list)
    for program, runs in found:
        base = runs["clang"]
        cells = [program.code, program.name, base.counts["launches"], *[base.counts[column] for column in COLUMNS]]
        for way in others:
            for column in COLUMNS:
                own = runs[way]
                factor = own.counts[column] / base.counts[column] if isinstance(own, Ran) else None
                cells.append("" if factor is None else f"{factor:.3f}")
                means[way, column].append(factor)
        results = [compared(base, runs[way], "fast" in way) if isinstance(runs[way], Ran) else runs[way] for way in others]
        yield row(*cells, *results)
    for code in sorted({program.code for program, _ in found}) + ["all"]:
        own = [at for at, (program, _) in enumerate(found) if code in (program.code, "all")]
        cells = [mean([means[way, column][at] for at in own]) for way in others for column in COLUMNS]
        yield row(code, "geometric mean", *[""] * (1 + len(COLUMNS)), *cells, *[""] * len(others))


def mean(factors):
    """The geometric mean of those that are known."""
    known = [math.log(factor) for factor in factors if factor]
    return f"**{math.exp(sum(known) / len(known)):.3f}**" if known else ""


def offloads(runs):
    """Whether a program ends and has regions; others may print something else whenever they run, for their threads race on the host."""
    return isinstance(runs["clang"], Ran) and runs["clang"].counts["launches"] > 0


def page(tools, results):
    """The whole page."""
    found = [(program, runs) for program, runs in results if offloads(runs)]
    left = [(program, runs["clang"]) for program, runs in results if not offloads(runs)]
    yield from HEAD.split("\n")
    yield from coverage.origin(tools, "scripts/polybench.sh FOLDER")[1:]
    yield from ["", "## By program", "", *by_program(found)]
    if left:
        yield from ["", "## Left out", ""]
        why = lambda run: run if isinstance(run, str) else "it offloads nothing"
        yield from [f"- {program.code} {program.name}: {why(run)}" for program, run in left]


HEAD = f"""# PolyBench programs of public codes

Written by `scripts/polybench.sh` over public codes that are fetched, never part of this repository. Every number is simulated
([simulator](../guide/simulator.md)), with the caches of an H100: each program ran once at `{LEVEL}`, Unibench's with its own test (`-DRUN_TEST`) and
{SIZE} in the place of {OWN_SIZE} ({SIDE} for a cube), PolyBench-ACC's with its small sizes (`-DSMALL_DATASET`).

*Sectors* are those of 32 bytes that the requests of warps touch; *lines* are the sectors that L1 does not have, and all that are stored; instructions are of
PTX. The columns of warpcc are factors of clang's, 1 where nothing changes. The last columns say whether the program prints what it prints as clang
compiles it, all elements of its results or what its own check says of them.
"""


def options():
    parser = argparse.ArgumentParser()
    for option in ("warpctl", "llvm", "page", "unibench", "acc"):
        parser.add_argument(f"--{option}", required=True)
    cache = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
    parser.add_argument("--cuda", default=os.path.join(cache, "warpcc/cuda"))
    parser.add_argument("--limit", type=float, default=300, help="seconds for one run")
    parser.add_argument("--only", default="", help="programs whose name has this word")
    return parser.parse_args()


def main():
    tools = options()
    chosen = [program for program in programs(tools) if tools.only in program.name]
    cases = [(program, way) for program in chosen for way in WAYS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda case: ran(tools, case[0], WAYS[case[1]]), cases))
    by_case = dict(zip(cases, runs))
    results = [(program, {way: by_case[program, way] for way in WAYS}) for program in chosen]
    text = "\n".join(page(tools, results)) + "\n"
    with open(tools.page, "w") as file:
        file.write(text)
    wrong = [program.name for program, runs in results if offloads(runs)
             for way, run in runs.items() if isinstance(run, Ran) and compared(runs["clang"], run, "fast" in way) == "DIFFERS"]
    for name in wrong:
        print(f"error: {name} prints something else", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
