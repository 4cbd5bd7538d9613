#!/usr/bin/env python3
"""Says what two builds of warpcc report of the target regions of a public code, and writes one table.

    survey.py --before FOLDER --after FOLDER --llvm PREFIX --cuda FOLDER --page PAGE NAME=FOLDER[:FLAGS]

FOLDER of `--before` and `--after` hold `warpcc` and `warpctl`. Each unit is given to both warpcc's
(`-fsyntax-only`, for nvptx64), which rewrite it and have clang look at the rewritten text, and analysed once
more without the programmer's own `collapse` clauses. The table takes the place of the section of PAGE that
has its heading, or is put at its end. Every so many units are compiled (`-c`) as well, by clang and by
warpcc in turns and one at a time, for the ratios of their times: of the processor, with all processes
that a compilation starts, and of the clock.
"""
import argparse
import collections
import concurrent.futures
import functools
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


def compilation(unit, tools, program, words, extra=()):
    """Runs a compiler on the unit; whether it took it."""
    words = [program, *words, "-O2", "-w", *TARGETS, f"--cuda-path={tools.cuda}",
             f"--libomptarget-nvptx-bc-path={tools.llvm}/lib", unit.name, *unit.flags]
    environment = {**os.environ, **dict(extra)}
    try:
        answer = subprocess.run(words, cwd=unit.folder, capture_output=True, timeout=tools.limit, env=environment)
    except subprocess.TimeoutExpired:
        return False
    return answer.returncode == 0


def clang_of(unit, tools):
    return f"{tools.llvm}/bin/clang" + ("++" if unit.cxx else "")


def driver_of(unit, folder):
    return os.path.join(folder, "warpcc++" if unit.cxx else "warpcc")


def reported(unit, tools, folder):
    """What warpcc reports of the unit; `None` where clang rejects what warpcc makes of it."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        extra = {"WARPCC_REPORT": report, "WARPCC_CLANG": clang_of(unit, tools)}
        if not compilation(unit, tools, driver_of(unit, folder), ["-fsyntax-only"], extra):
            return None
        if not os.path.exists(report):
            return {"regions": [], "codes": []}
        with open(report) as file:
            return json.load(file)


def without_collapse(text):
    """The text without the `collapse` clauses of its directives; what follows on a line moves."""
    directive = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+omp\b(?:[^\n]*\\\r?\n)*[^\n]*", re.MULTILINE)
    clause = re.compile(rb"[ \t]*,?[ \t]*\bcollapse[ \t]*\([^()\n]*\)")
    return directive.sub(lambda found: clause.sub(b"", found.group()), text)


def stripped(unit, tools, folder):
    """The report of the unit without the programmer's `collapse` clauses."""
    with tempfile.TemporaryDirectory() as scratch, open(os.path.join(unit.folder, unit.name), "rb") as file:
        name = os.path.join(scratch, os.path.basename(unit.name))
        with open(name, "wb") as copy:
            copy.write(without_collapse(file.read()))
        beside = os.path.dirname(os.path.join(unit.folder, unit.name))
        words = [os.path.join(folder, "warpctl"), "analyze", "--format", "json", name, "--", "-iquote", beside]
        try:
            answer = subprocess.run(words + TARGETS + unit.flags, cwd=unit.folder, capture_output=True, timeout=tools.limit)
            said = answer.stdout.replace(name.encode(), unit.name.encode())
            return json.loads(said) if answer.returncode == 0 else None
        except (subprocess.TimeoutExpired, ValueError):
            return None


class Kept:
    """What is known of a unit, in a file of the cache where there is one."""

    def __init__(self, unit, tools):
        name = re.sub(r"\W", "_", f"{unit.folder}/{unit.name}") + ".json"
        self.path = os.path.join(tools.cache, name) if tools.cache else None
        self.facts = {}
        if self.path and os.path.exists(self.path):
            with open(self.path) as file:
                self.facts = json.load(file)

    def of(self, key, make):
        """The fact, made now where it is not known."""
        if key not in self.facts:
            self.facts[key] = make()
            if self.path:
                with open(self.path, "w") as file:
                    json.dump(self.facts, file)
        return self.facts[key]


def surveyed(unit, tools):
    """What both sides say of one unit; `None` where clang rejects it."""
    kept = Kept(unit, tools)
    if not kept.of("clang", lambda: compilation(unit, tools, clang_of(unit, tools), ["-fsyntax-only"])):
        return None

    def side(folder):
        report = reported(unit, tools, folder)
        experts = report and any(depth(region) > 1 for region in report["regions"])
        return report and {"report": report, "stripped": stripped(unit, tools, folder) if experts else None}

    return [kept.of(tools.version(folder), lambda folder=folder: side(folder)) for folder in tools.folders]


def seconds(unit, tools, program, extra=()):
    """The seconds of the processor and of the clock that a compilation takes; `None` where it fails."""
    with tempfile.TemporaryDirectory() as scratch:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        if not compilation(unit, tools, program, ["-c", "-o", os.path.join(scratch, "o.o")], extra):
            return None
        clock, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def timed(unit, tools):
    """For each side, how many times as long as clang it takes, on the processor and by the clock; `None` where a compilation fails."""
    kept, extra = Kept(unit, tools), {"WARPCC_CLANG": clang_of(unit, tools)}

    def side(folder):
        rounds = [(seconds(unit, tools, clang_of(unit, tools)), seconds(unit, tools, driver_of(unit, folder), extra))
                  for _ in range(tools.rounds)]
        if any(None in pair for pair in rounds):
            return None
        return [statistics.median(w[k] for _, w in rounds) / statistics.median(c[k] for c, _ in rounds) for k in (0, 1)]

    return [kept.of("times " + tools.version(folder), lambda folder=folder: side(folder)) for folder in tools.folders]


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


def tells_no_lanes(region):
    """Whether no access is said to depend on the lane, and nothing is known of lanes."""
    accesses = [a for a in region["accesses"] if a.get("sectors_before")]
    return not depth(region) and all(a["pattern"] == "uniform" for a in accesses)


def experts(one):
    """The regions whose directive shares several loops, each with what is said of it without its `collapse`."""
    bare = {region["id"]: region for region in (one["stripped"] or {"regions": []})["regions"]}
    for name, region in {region["id"]: region for region in one["report"]["regions"]}.items():
        without = bare.get(name, {})
        if depth(region) > 1 and not region.get("inside") and depth(without) < depth(region):
            yield region, without


class Counts(collections.Counter):
    """The sums of one column of the table."""

    def __init__(self):
        super().__init__()
        self.times, self.over = [], []

    def unit(self, unit, one):
        queries = query_lines(unit)
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
        for region, without in experts(one):
            again = found_again(without, depth(region))
            self["experts"] += 1
            self["again"] += again
            self["other"] += is_changed(without) and not again

    def region(self, region, asks):
        codes = region["codes"]
        self["regions"] += 1
        self["counted"] += any(a.get("sectors_before") for a in region["accesses"])
        self["plans"] += bool(steps_of(region))
        self["written"] += is_changed(region)
        self["guards"] += "WC109" in codes and is_changed(region)
        serial = "WC107" in codes
        self["false serial"] += serial and "teams" in region["directive"].split()
        self["false coalesced"] += "WC103" in codes and asks and tells_no_lanes(region)
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
    count = len(columns[0].times)
    lines = [HEADING, "", *coverage.origin(tools, "scripts/survey.sh FOLDER [BEFORE]")[1:], "",
             f"{units} units that hold or include target directives and that clang compiles here ({rejected} it rejects: a header or "
             "library is missing), with `-O2` for nvptx64 (sm_90). Experts' clauses: the regions whose directive, in the unit's "
             "own file, shares several loops, analysed without their `collapse`; found again is a change to at least as many loops. Times: "
             f"every {tools.timed}th unit ({count}) compiled with `-c` by clang and by warpcc in turns, medians of {tools.rounds}; "
             "processor time counts all processes, the clock's what a user waits for.", "",
             f"| | {' | '.join(tools.sides)} |", "|---" + "|--:" * len(tools.sides) + "|"]

    def row(text, values):
        lines.append(f"| {text} | {' | '.join(values)} |")

    for text, key in ROWS:
        row(text, [str(c[key]) for c in columns])
    row("WC902 at the default budget", [str(len(c.over)) for c in columns])
    row("experts' clauses found again", [f"{c['again']} of {c['experts']}" for c in columns])
    row("another change in their place", [str(c["other"]) for c in columns])
    for k, what in enumerate(("processor time", "time by the clock")):
        middle = [statistics.median(times[k] for times, _ in c.times) if count else 0 for c in columns]
        row(f"{what}, warpcc to clang, median", [f"{m:.2f}" for m in middle])
        worst = [max(((times[k], name) for times, name in c.times), default=(0, "")) for c in columns]
        row("the same, worst", [f"{ratio:.2f} ({name})" for ratio, name in worst])
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


def common():
    """The options of every script that has warpcc rewrite units."""
    parser = argparse.ArgumentParser()
    for option in ("after", "llvm", "cuda", "page"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--cache", help="a folder that keeps what was measured of each unit")
    parser.add_argument("--units", type=int, help="look at so many units of a code at most")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one command")
    return parser


def prepared(tools):
    """The options with what follows from them."""
    tools.folders = [getattr(tools, side) for side in tools.sides]
    tools.version = functools.cache(lambda folder: coverage.version(os.path.join(folder, "warpcc")))
    tools.warpctl = os.path.join(tools.after, "warpctl")
    if tools.cache:
        os.makedirs(tools.cache, exist_ok=True)
    return tools


def options():
    parser = common()
    parser.add_argument("--before", help="a folder of the build to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="compilations of a timed unit by each compiler")
    parser.add_argument("--timed", type=int, default=6, help="measure every so many units")
    parser.add_argument("code")
    tools = parser.parse_args()
    tools.sides = ["before", "after"] if tools.before else ["after"]
    return prepared(tools)


def main():
    tools = options()
    units = coverage.named(tools.code)[2][:tools.units]
    columns = [Counts() for _ in tools.sides]
    rejected = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda unit: surveyed(unit, tools), units))
    for number, (unit, sides) in enumerate(zip(units, found)):
        if sides is None:
            rejected += 1
            continue
        for column, one in zip(columns, sides):
            if one is None:
                column["failed"] += 1
            else:
                column.unit(unit, one)
        if number % tools.timed == 0:
            measured = timed(unit, tools)
            for column, times in zip(columns, measured if None not in measured else []):
                column.times.append((times, f"{os.path.basename(unit.folder)}/{unit.name}"))
    put(tools.page, table(tools, columns, len(units) - rejected, rejected))
    print([dict(c) for c in columns], file=sys.stderr)
    return int(any(c["failed"] for c in columns))


if __name__ == "__main__":
    sys.exit(main())
