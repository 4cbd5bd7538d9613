#!/usr/bin/env python3
"""Says what two builds of warpcc report of the target regions of a public code, and writes one table.

    survey.py --before FOLDER --after FOLDER --llvm PREFIX --cuda FOLDER --page PAGE NAME=FOLDER[:FLAGS]

FOLDER of `--before` and `--after` hold `warpcc` and `warpctl`. Each unit is compiled (`-c`, for nvptx64)
by clang and by both warpcc's, and analysed once more without the programmer's own `collapse` clauses.
The table takes the place of the section of PAGE that has its heading, or is put at its end. Times are
those of the processor, of a compilation and all processes that it starts.
"""
import argparse
import collections
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import coverage

HEADING = "## What is said of the regions of HeCBench"
QUERIES = re.compile(r"\bomp_get_(?:thread_num|team_num|num_threads|num_teams)\s*\(")
TARGETS = ["-fopenmp", "-fopenmp-targets=nvptx64", "-Xopenmp-target", "-march=sm_90"]


def measured(words, folder, limit, extra=()):
    """How a command ended, and the processor seconds of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    environment = {**os.environ, **dict(extra)}
    try:
        answer = subprocess.run(words, cwd=folder, capture_output=True, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        return None, time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return answer, spent


def compiled(unit, tools, program, report=None):
    """The processor seconds of a compilation, and its report where one is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "-c", "-O2", "-w", "-o", os.path.join(folder, "o.o")] + TARGETS
        words += [f"--cuda-path={tools.cuda}", f"--libomptarget-nvptx-bc-path={tools.llvm}/lib"]
        extra = {}
        if report:
            extra = {"WARPCC_REPORT": os.path.join(folder, "report.json"),
                     "WARPCC_CLANG": f"{tools.llvm}/bin/clang" + ("++" if unit.cxx else "")}
        answer, spent = measured(words + [unit.name] + unit.flags, unit.folder, tools.limit, extra.items())
        if answer is None or answer.returncode != 0:
            return None
        result = {"seconds": spent}
        if report:
            if not os.path.exists(extra["WARPCC_REPORT"]):
                return None
            with open(extra["WARPCC_REPORT"]) as file:
                result["report"] = json.load(file)
        return result


def stripped(unit, tools, folder):
    """The report of the unit without the programmer's `collapse` clauses."""
    words = [os.path.join(folder, "warpctl"), "analyze", "--format", "json", "--strip-collapse", unit.name, "--"]
    answer, _ = measured(words + TARGETS + unit.flags, unit.folder, tools.limit)
    if answer is None or answer.returncode != 0:
        return None
    try:
        return json.loads(answer.stdout)
    except ValueError:
        return None


def surveyed(unit, tools):
    """Everything that is measured of one unit; `None` where clang rejects it."""
    kept = os.path.join(tools.cache, re.sub(r"\W", "_", f"{unit.folder}/{unit.name}") + ".json") if tools.cache else None
    result = {}
    if kept and os.path.exists(kept):
        with open(kept) as file:
            result = json.load(file)
    clang = f"{tools.llvm}/bin/clang" + ("++" if unit.cxx else "")
    if "clang" not in result:
        result["clang"] = compiled(unit, tools, clang)
    for side in tools.sides:
        folder = getattr(tools, side)
        key = coverage.version(os.path.join(folder, "warpcc"))
        if result["clang"] is None or key in result:
            continue
        driver = os.path.join(folder, "warpcc++" if unit.cxx else "warpcc")
        rounds = [compiled(unit, tools, driver, report=True) for _ in range(tools.rounds)]
        clangs = [compiled(unit, tools, clang) for _ in range(tools.rounds)]
        if None in rounds or None in clangs:
            result[key] = None
            continue
        ratio = statistics.median(r["seconds"] for r in rounds) / statistics.median(c["seconds"] for c in clangs)
        result[key] = {"report": rounds[0]["report"], "ratio": ratio,
                       "stripped": stripped(unit, tools, folder)}
    if kept:
        with open(kept, "w") as file:
            json.dump(result, file)
    return result


def query_lines(unit):
    """The lines of the unit's file that ask for a thread's or team's number."""
    with open(os.path.join(unit.folder, unit.name), errors="replace") as file:
        return [number for number, line in enumerate(file, 1) if QUERIES.search(line)]


def steps_of(region):
    plan = region.get("plan") or {}
    return plan.get("steps") or []


def is_changed(region):
    plan = region.get("plan") or {}
    return bool(plan.get("applied")) and bool(steps_of(region))


def depth(region):
    """The loops that the directive shares as written."""
    mapping = region.get("mapping") or {}
    return len(mapping.get("parallel_loops") or [])


def found_again(region, count):
    """Whether the region's change has an expert's `collapse(count)`, or shares more loops."""
    for step in steps_of(region):
        if step["kind"] == "collapse" and step.get("depth", 0) >= count:
            return is_changed(region)
    return False


def is_uniform(region):
    """Whether no access is said to depend on the lane."""
    accesses = [a for a in region["accesses"] if a.get("sectors_before")]
    return all(a["pattern"] == "uniform" for a in accesses)


class Counts(collections.Counter):
    """The sums of one column of the table."""

    def __init__(self):
        super().__init__()
        self.ratios, self.over = [], []

    def unit(self, unit, one):
        queries = query_lines(unit)
        self.ratios.append((one["ratio"], unit.name))
        regions = {region["id"]: region for region in one["report"]["regions"]}
        ordered = sorted(regions.values(), key=lambda r: r["line"])
        for number, region in enumerate(ordered):
            end = next((r["line"] for r in ordered[number + 1:] if r["line"] > region["line"]), sys.maxsize)
            asks = any(region["line"] <= line < end for line in queries)
            self.region(region, asks)
            if "WC902" in region["codes"]:
                self.over.append(f"{os.path.basename(unit.folder)} {region['id']}")
        if not ordered and "WC902" in one["report"].get("codes", []):
            self.over.append(f"{os.path.basename(unit.folder)} {unit.name}")
        bare = {region["id"]: region for region in (one["stripped"] or {"regions": []})["regions"]}
        for name, region in regions.items():
            if depth(region) < 2 or region.get("inside"):
                continue
            self["experts"] += 1
            self["again"] += name in bare and found_again(bare[name], depth(region))

    def region(self, region, asks):
        codes = region["codes"]
        self["regions"] += 1
        self["counted"] += any(a.get("sectors_before") for a in region["accesses"])
        self["plans"] += bool(steps_of(region))
        self["written"] += is_changed(region)
        self["guards"] += "WC109" in codes and is_changed(region)
        serial = "WC107" in codes
        self["false serial"] += serial and "teams" in region["directive"].split()
        self["false coalesced"] += "WC103" in codes and asks and is_uniform(region)
        self["WC901"] += "WC901" in codes


ROWS = (
    ("regions (each instance of a template)", "regions"),
    ("with at least one access whose sectors are counted", "counted"),
    ("with a change planned", "plans"),
    ("with a change written, and taken by clang", "written"),
    ("of these under a run-time test", "guards"),
    ("WC103 though thread numbers are asked for and no lane is told from another", "false coalesced"),
    ("WC107 though every team runs the region", "false serial"),
    ("WC901: rewritten text rejected", "WC901"),
)


def table(tools, columns, units, rejected):
    lines = [HEADING, "", *coverage.origin(tools, "scripts/survey.sh FOLDER [BEFORE]")[1:], "",
             f"{units} units that hold or include target directives and that clang compiles here ({rejected} it rejects: a header or "
             "library is missing), each with `-O2 -c` for nvptx64 (sm_90), once by clang and once by warpcc, alternating, "
             f"medians of {tools.rounds}. Experts' clauses: the regions whose directive shares several loops, analysed without their "
             "`collapse`; found again is a change to at least as many loops.", "",
             f"| | {' | '.join(tools.sides)} |", "|---" + "|--:" * len(tools.sides) + "|"]
    for text, key in ROWS:
        lines.append(f"| {text} | {' | '.join(str(c[key]) for c in columns)} |")
    lines.append(f"| WC902 at the default budget | {' | '.join(str(len(c.over)) for c in columns)} |")
    lines.append("| experts' clauses found again | " + " | ".join(f"{c['again']} of {c['experts']}" for c in columns) + " |")
    median = [statistics.median(r for r, _ in c.ratios) if c.ratios else 0 for c in columns]
    lines.append("| processor time, warpcc to clang, median | " + " | ".join(f"{m:.2f}" for m in median) + " |")
    worst = [max(c.ratios, default=(0, "")) for c in columns]
    lines.append("| the same, worst | " + " | ".join(f"{r:.2f} ({n})" for r, n in worst) + " |")
    for side, column in zip(tools.sides, columns):
        if column.over:
            lines += ["", f"Over budget ({side}): {', '.join(sorted(column.over))}."]
    return lines


def put(page, lines):
    """Writes the section into the page, in the place of an older one."""
    text = ""
    if os.path.exists(page):
        with open(page) as file:
            text = file.read()
    head = text.split(HEADING)[0].rstrip("\n")
    with open(page, "w") as file:
        file.write(head + "\n\n" + "\n".join(lines) + "\n")


def options():
    parser = argparse.ArgumentParser()
    for option in ("after", "llvm", "cuda", "page"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--before", help="a folder of the build to compare with")
    parser.add_argument("--cache", help="a folder that keeps what was measured of each unit")
    parser.add_argument("--rounds", type=int, default=1, help="compilations of each unit by each compiler")
    parser.add_argument("--units", type=int, help="look at so many units at most")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one command")
    parser.add_argument("code")
    tools = parser.parse_args()
    tools.sides = ["before", "after"] if tools.before else ["after"]
    tools.warpctl = os.path.join(tools.after, "warpctl")
    if tools.cache:
        os.makedirs(tools.cache, exist_ok=True)
    return tools


def main():
    tools = options()
    _, place = tools.code.split("=", 1)
    folder, _, flags = place.partition(":")
    units = coverage.units_of("HeCBench", os.path.abspath(folder), flags.split())[:tools.units]
    columns = [Counts() for _ in tools.sides]
    rejected = 0
    for number, unit in enumerate(units):
        one = surveyed(unit, tools)
        if one["clang"] is None:
            rejected += 1
            continue
        for side, column in zip(tools.sides, columns):
            version = coverage.version(os.path.join(getattr(tools, side), "warpcc"))
            result = one.get(version)
            if result is None:
                column["failed"] += 1
                continue
            column.unit(unit, result)
        if number % 20 == 19:
            print(number + 1, [dict(c) for c in columns], file=sys.stderr, flush=True)
    put(tools.page, table(tools, columns, len(units) - rejected, rejected))
    print([dict(c) for c in columns], file=sys.stderr)
    return int(any(c["failed"] for c in columns))


if __name__ == "__main__":
    sys.exit(main())
