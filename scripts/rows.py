#!/usr/bin/env python3
"""Counts the row reductions of codes, and what warpcc makes of them, and writes a page.

    rows.py --warpctl PROGRAM --llvm PREFIX --page PAGE NAME=FOLDER[:FLAGS] ...

Each unit is analysed twice by `warpctl analyze`, with `-O2` and with `-O2 -ffast-math`, as NAME of coverage.py gives it.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

import coverage
import survey
from steps import in_words, own_and_inner, row

MODES = {"exact": ["-O2"], "-ffast-math": ["-O2", "-ffast-math"]}
MOST = 10

Found = collections.namedtuple("Found", "code at function steps gain rejected")


def along(access, loop):
    """Whether the address of the access moves by its own size from one iteration of the loop to the next."""
    term = rf"(?:^|[+-] ){access['bytes']}\*{re.escape(loop)}(?: [+-]|$)"
    return re.search(term, access["address"]) is not None


def is_row_reduction(region):
    """Whether one thread accumulates along a row that its neighbours in the warp do not share."""
    shared = set((region.get("mapping") or {}).get("parallel_loops") or [])
    sums = {scalar["loop"] for scalar in region.get("scalars", []) if scalar.get("operator")}
    sums |= {loop for own in region.get("reductions", []) for loop in own["loops"]}
    loads = [a for a in region["accesses"] if a["kind"] != "write" and a["pattern"] == "strided"]
    return any(along(access, loop) for loop in sums - shared for access in loads)


def analysed(tools, unit, flags):
    """The report of a unit; `None` where it has none."""
    words = [tools.warpctl, "analyze", "--format", "json", "--clang", f"{tools.llvm}/bin/clang", unit.name, "--"]
    try:
        answer = subprocess.run(words + flags + survey.TARGETS + unit.flags, cwd=unit.folder, capture_output=True, timeout=tools.limit)
        return json.loads(answer.stdout) if answer.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        return None


def found_in(code, folder, unit, report):
    """The row reductions of a unit, by the identity of their regions."""
    for region in report["regions"]:
        if not is_row_reduction(region):
            continue
        plan = region["plan"]
        steps = survey.steps_of(region) if survey.is_changed(region) else []
        file = os.path.relpath(os.path.join(unit.folder, region["file"]), folder)
        yield region["id"], Found(code, f"{file}:{region['line']}", region["function"], steps, plan["gain"],
                                  plan.get("rejected", []))


def kind(found):
    """What becomes of a row reduction: the column of the table."""
    kinds = {step["kind"] for step in own_and_inner(found.steps)}
    return next((name for name in ("rows", "warps") if name in kinds), "other steps" if kinds else "as written")


def reason(found):
    """Why it stays as written: what is said of rows, or else of any step."""
    of_rows = [r for r in found.rejected if r["step"]["kind"] in ("rows", "warps")]
    said = of_rows or found.rejected
    if not said:
        return "nothing is refused: no step gains enough"
    words = said[0]["reason"].split(": line")[0]
    words = re.sub(r": .*", "", words) if not of_rows else re.sub(r"`[^`]*`", "…", words)
    return f"{said[0]['step']['kind']}: {said[0]['code']} {words}"


COLUMNS = ("rows", "warps", "other steps", "as written")


def of_codes(names, found):
    """The table of the codes."""
    yield row("code", "order of sums", "row reductions", *COLUMNS)
    yield "|---|---" + "|--:" * (len(COLUMNS) + 1) + "|"
    for name in names:
        for mode in MODES:
            own = [one for one in found[mode].values() if one.code == name]
            counts = collections.Counter(map(kind, own))
            yield row(name, mode, len(own), *[counts[column] for column in COLUMNS])


def of_reasons(found):
    """Why row reductions stay as they are."""
    counts = collections.Counter(reason(one) for one in found if kind(one) == "as written")
    return [f"- {count} × {words}" for words, count in counts.most_common()]


def of_gains(found):
    """The greatest predicted gains."""
    changed = sorted((one for one in found if one.steps), key=lambda one: -one.gain)
    yield row("code", "place", "function", "steps", "predicted gain")
    yield "|---|---|---|---|--:|"
    for one in changed[:MOST]:
        yield row(one.code, one.at, f"`{one.function}`", in_words(one.steps), f"{one.gain:.2f}")


def page(tools, names, found):
    """The whole page."""
    yield from HEAD.split("\n")
    yield from coverage.origin(tools, "scripts/rows.sh FOLDER")[1:]
    yield from ["", "## What becomes of them", "", *of_codes(names, found)]
    for mode in MODES:
        own = list(found[mode].values())
        yield from ["", f"## {mode}", "", "Why some stay as written:", "", *of_reasons(own)]
        yield from ["", "The greatest gains:", "", *of_gains(own)]


HEAD = """# Row reductions

Written by `scripts/rows.sh` over public codes that are fetched, never part of this repository.

A region has a **row reduction** where a loop inside of a thread accumulates a scalar or an element, and loads along it elements that are
next to each other, while those of neighbouring threads are apart: a warp asks for a sector for each of its threads, in every iteration.
Regions count each instance of a template. **rows**: rows through team memory ([rows](../transformations/rows.md)); **warps**: by the lanes of a warp, in
another order of the sums ([warps](../transformations/warps.md)); **other steps** are other loops for the threads. Gains are sectors as written by sectors under the
plan, as predicted for the whole region.
"""


def options():
    parser = argparse.ArgumentParser()
    for option in ("warpctl", "llvm", "page"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one unit")
    parser.add_argument("codes", nargs="+")
    return parser.parse_args()


def main():
    tools = options()
    names, found = [], {mode: {} for mode in MODES}
    for code in tools.codes:
        name, folder, units = coverage.named(code)
        names.append(name)
        for mode, flags in MODES.items():
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                reports = list(pool.map(lambda unit, flags=flags: analysed(tools, unit, flags), units))
            for unit, report in zip(units, reports):
                if report is not None:
                    own = found_in(name, folder, unit, report)
                    found[mode].update(((name, unit.folder, unit.name, key), one) for key, one in own)
            print(name, mode, len(units), reports.count(None), file=sys.stderr, flush=True)
    with open(tools.page, "w") as file:
        file.write("\n".join(page(tools, names, found)) + "\n")


if __name__ == "__main__":
    main()
