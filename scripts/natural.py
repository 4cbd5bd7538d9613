#!/usr/bin/env python3
"""Runs the programs of tests/natural on the simulator as clang and as warpcc compile them and as an expert writes them.

    natural.py --warpctl PROGRAM --llvm PREFIX --page PAGE [--before FOLDER] [--bin FOLDER] [--only WORD] [--jobs N]

warpcc stands beside warpctl; FOLDER of `--bin` takes its place, FOLDER of `--before` holds an older build to compare with.
Programs are built in a temporary folder.
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

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "natural")
LEVEL, TARGET = "-O2", ["-fopenmp", "-fopenmp-targets=nvptx64", "--offload-arch=sm_90"]
# Above it, the page says why warpcc asks for more than the expert.
GAP = 1.3
MOST_WORDS = 100
# What is counted of a run; the second word is the name in the table of other ratios.
OTHERS = (("lines", "lines"), ("lanes", "lane instructions"), ("bytes", "bytes copied"))

Ran = collections.namedtuple("Ran", "status printed counts report")
Program = collections.namedtuple("Program", "name path field style kind tolerance")


def program(path):
    """A program with what its first comment says of it."""
    said = {}
    with open(path) as file:
        for line in file:
            if not line.startswith("//"):
                break
            key, _, value = line.removeprefix("//").strip().partition(": ")
            said[key] = value.rstrip(".")
    parts = [said[key] for key in ("Field", "Style", "Kind")]
    return Program(os.path.basename(path), path, *parts, float(said.get("Tolerance", 0)))


def environment(tools, report):
    library = os.path.join(tools.llvm, "lib")
    return {**os.environ, "WARPCC_LLVM": tools.llvm, "LIBRARY_PATH": library, "LD_LIBRARY_PATH": library, "WARPCC_REPORT": report}


def ran(tools, one, bin_folder, flags):
    """What a program does on the simulator; a word where it cannot be built or does not end."""
    cxx = one.name.endswith(".cpp")
    compiler = os.path.join(bin_folder, "warpcc++" if cxx else "warpcc")
    with tempfile.TemporaryDirectory() as folder:
        executable, counts, report = (os.path.join(folder, name) for name in ("program", "counts.json", "report.json"))
        words = ["-std=c++17" if cxx else "-std=c11", LEVEL, "-w", "--warp-simulator", *TARGET, f"--cuda-path={tools.cuda}"]
        clang = {"WARPCC_CLANG": os.path.join(tools.llvm, "bin/clang++" if cxx else "bin/clang")}
        setting = {**environment(tools, report), **clang}
        built = subprocess.run([compiler, *words, *flags, one.name, "-o", executable, "-lm"], cwd=FOLDER, env=setting, capture_output=True)
        if built.returncode != 0:
            print(one.name, built.stderr.decode(errors="replace"), file=sys.stderr)
            return "not compiled"
        run = [os.path.join(bin_folder, "warpctl"), "simulate", "--caches", "--json", counts, "--", executable]
        try:
            done = subprocess.run(run, cwd=folder, env=setting, capture_output=True, timeout=tools.limit)
        except subprocess.TimeoutExpired:
            return "no end"
        if not os.path.exists(counts):
            return "no counts"
        with open(counts) as file:
            told = summed(json.load(file))
        return Ran(done.returncode, done.stdout.decode(errors="replace"), told, read(report))


def read(report):
    """The report of a compilation; an empty one where nothing was analysed."""
    if not os.path.exists(report):
        return {"regions": []}
    with open(report) as file:
        return json.load(file)


def summed(report):
    """What all launches of all regions did, and all copies."""
    kernels = [kernel for kernel in report["device"]["kernels"] if "__omp_offloading" in kernel["name"]]
    total = lambda key: sum(kernel[key] for kernel in kernels)
    copies = report["transfers"]["sums"].values()
    return {
        "launches": total("launches"),
        "sectors": sum(access["sectors"] for kernel in kernels for access in kernel["accesses"]),
        "lines": sum(kernel["caches"]["l2_sectors"] for kernel in kernels),
        "lanes": total("lane_instructions"),
        "copies": sum(one["copies"] for one in copies),
        "bytes": sum(one["bytes"] for one in copies),
    }


def equal(one, base, own):
    """Whether a run prints what clang's does, its numbers within the program's tolerance."""
    if not isinstance(own, Ran):
        return own
    words, others = base.printed.split(), own.printed.split()
    same = own.status == base.status == 0 and len(words) == len(others) > 0
    near = lambda a, b: a == b or one.tolerance and math.isclose(float(a), float(b), rel_tol=one.tolerance)
    return "equal" if same and all(near(a, b) for a, b in zip(words, others)) else "DIFFERS"


def ratio(runs, way, key):
    """How many times the expert's count a way has; `None` where one did not run."""
    own, best = runs[way], runs["expert"]
    return own.counts[key] / best.counts[key] if isinstance(own, Ran) and isinstance(best, Ran) and best.counts[key] else None


def mean(factors):
    """The geometric mean of those that are known."""
    known = [math.log(factor) for factor in factors if factor]
    return f"**{math.exp(sum(known) / len(known)):.2f}**" if known else ""


def shown(factor):
    return "" if factor is None else f"{factor:.2f}"


def own_ways(tools):
    return ["clang", *(["before"] if tools.before else []), "warpcc"]


def sectors(tools, found):
    """The table of sectors."""
    ways = own_ways(tools)
    yield row("program", *ways, "expert", *[f"{way} / expert" for way in ways], "prints")
    yield "|---" + "|--:" * (2 * len(ways) + 1) + "|---|"
    for one, runs in found:
        counts = [runs[way].counts["sectors"] if isinstance(runs[way], Ran) else runs[way] for way in [*ways, "expert"]]
        words = {equal(one, runs["clang"], runs[way]) for way in [*ways, "expert"]} - {"equal"}
        yield row(one.name, *counts, *[shown(ratio(runs, way, "sectors")) for way in ways], ", ".join(sorted(words)) or "equal")
    means = [mean(ratio(runs, way, "sectors") for _, runs in found) for way in ways]
    yield row("geometric mean", *[""] * (len(ways) + 1), *means, "")


def others(tools, found):
    """The table of what else is counted, as ratios to the expert's."""
    ways = own_ways(tools)
    head = [f"{name}: {way}" for _, name in OTHERS for way in ways]
    copies = [f"copies: {way}" for way in [*ways, "expert"]]
    yield row("program", *head, *copies)
    yield "|---" + "|--:" * (len(head) + len(copies)) + "|"
    for one, runs in found:
        cells = [shown(ratio(runs, way, key)) for key, _ in OTHERS for way in ways]
        numbers = [runs[way].counts["copies"] if isinstance(runs[way], Ran) else "" for way in [*ways, "expert"]]
        yield row(one.name, *cells, *numbers)
    yield row("geometric mean", *[mean(ratio(runs, way, key) for _, runs in found) for key, _ in OTHERS for way in ways], *[""] * len(copies))


def short(reason):
    """A reason without what depends on the machine, in few words."""
    words = re.sub(r"(?<![\w.])/[\w./+-]*/", "", " ".join(reason.split())).replace("|", "\\|")
    return words if len(words) <= MOST_WORDS else words[:MOST_WORDS].rsplit(" ", 1)[0] + " …"


def refusals(region):
    """What warpcc says of a region in one line: its change, and of each code that refuses another step the first reason."""
    plan = region.get("plan") or {}
    changed = "+".join(step["kind"] for step in plan.get("steps") or []) if plan.get("applied") else "as written"
    changed += " behind a test" if plan.get("applied") and plan.get("guard") else ""
    first = {}
    for refused in plan.get("rejected") or []:
        first.setdefault(refused["code"], f"{refused['code']} ({refused['step']['kind']}): {short(refused['reason'])}")
    rest = [code for code in region["codes"] if code not in first]
    return f"line {region['line']}, {changed}: " + "; ".join([*first.values(), *([" ".join(rest)] if rest else [])])


def asks_for_more(report):
    """The regions that have an uncoalesced access as written and no change that mends all; every region where none has."""
    regions = report["regions"]
    some = [region for region in regions if any(code in region["codes"] for code in ("WC101", "WC102"))]
    return some or regions


def reasons(tools, found):
    """Why warpcc asks for more than the expert, program by program."""
    for one, runs in found:
        factor = ratio(runs, "warpcc", "sectors")
        if factor is None or factor <= GAP:
            continue
        told = " / ".join(refusals(region) for region in asks_for_more(runs["warpcc"].report)) or "no region is reported"
        yield f"- **{one.name}** ({factor:.2f}): {told}."


def copied(found):
    """The programs whose copies the expert hoists and warpcc does not."""
    more = [(ratio(runs, "warpcc", "bytes"), one.name) for one, runs in found]
    more = sorted(((factor, name) for factor, name in more if factor and factor > GAP), reverse=True)
    return ", ".join(f"{name} ({factor:.1f})" for factor, name in more) or "none"


def page(tools, found):
    """The whole page."""
    yield from HEAD.split("\n")
    yield from coverage.origin(tools, "scripts/natural.sh" + (" --before FOLDER" if tools.before else ""))[1:]
    yield from ["", "## Sectors", "", *sectors(tools, found)]
    yield from ["", "## What else is counted", "", OTHERS_HEAD, "", *others(tools, found)]
    yield from ["", f"## Why not as the expert: sectors above {GAP}", "", *(list(reasons(tools, found)) or ["None."])]
    yield from ["", f"Bytes copied above {GAP}: {copied(found)}.", "", "## The programs", ""]
    yield from [row("program", "field", "style", "kind"), "|---" * 4 + "|"]
    yield from [row(one.name, one.field, one.style, one.kind) for one, _ in found]


HEAD = f"""# First ports beside an expert's

Written by `scripts/natural.sh` over the programs of `tests/natural`: each is a first port to OpenMP offload as a scientist writes it, and, with `-DEXPERT`, what an
expert makes of it with the same data. Every number is simulated ([simulator](../guide/simulator.md)), with the caches of an H100: each program ran once
at `{LEVEL}` for sm_90, plain with clang and with warpcc, the expert's version with clang.

*Sectors* are those of 32 bytes that the requests of warps touch. The last column says whether all versions print the same.
"""

OTHERS_HEAD = """Ratios to the expert's version. *Lines* are the sectors that L1 does not have, and all that are stored; lane instructions are of PTX; bytes and
copies are those between host and device."""


def options():
    parser = argparse.ArgumentParser()
    for option in ("warpctl", "llvm", "page"):
        parser.add_argument(f"--{option}", required=True)
    cache = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
    parser.add_argument("--cuda", default=os.path.join(cache, "warpcc/cuda"))
    parser.add_argument("--bin", help="the folder of another warpcc and warpctl")
    parser.add_argument("--before", help="the folder of an older build")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="programs whose name has this word")
    tools = parser.parse_args()
    if tools.bin:
        tools.warpctl = os.path.join(tools.bin, "warpctl")
    tools.bin = os.path.dirname(os.path.abspath(tools.warpctl))
    tools.before = tools.before and os.path.abspath(tools.before)
    return tools


def ways(tools):
    """The ways to build a program: a folder of binaries and flags."""
    own = {"clang": (tools.bin, ["--warp-mode=off"]), "warpcc": (tools.bin, []), "expert": (tools.bin, ["--warp-mode=off", "-DEXPERT"])}
    return {**own, "before": (tools.before, [])} if tools.before else own


def main():
    tools = options()
    paths = sorted(glob.glob(os.path.join(FOLDER, "*.c")) + glob.glob(os.path.join(FOLDER, "*.cpp")))
    programs = [program(path) for path in paths if tools.only in os.path.basename(path)]
    cases = [(one, way) for one in programs for way in ways(tools)]
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        runs = list(pool.map(lambda case: ran(tools, case[0], *ways(tools)[case[1]]), cases))
    by_case = dict(zip(cases, runs))
    found = [(one, {way: by_case[one, way] for way in ways(tools)}) for one in programs]
    wrong = [one.name for one, own in found if {equal(one, own["clang"], own[way]) for way in own} != {"equal"}]
    with open(tools.page, "w") as file:
        file.write("\n".join(page(tools, found)) + "\n")
    for name in wrong:
        print(f"error: {name} is not built, does not end or prints something else", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
