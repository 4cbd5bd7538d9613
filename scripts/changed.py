#!/usr/bin/env python3
"""Counts what two builds of warpcc change in public codes, and writes a page.

    changed.py --before FOLDER --after FOLDER --llvm PREFIX --page PAGE NAME=FOLDER[:FLAGS] ...

FOLDER of `--before` and `--after` hold `warpctl`. Each file of a code that has target directives is analysed by both at -O3. Instances of
a template are one region, which is changed where one of them is. A region is uncoalesced where one of its accesses is strided or scattered
as written.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import types

import coverage

COLUMNS = ("code", "files", "left out", "regions", "uncoalesced", "changed before", "changed", "of uncoalesced before", "of uncoalesced")


def reported(unit, tools, folder):
    """The regions of the unit by their lines: whether they are uncoalesced, whether they are changed, and why not."""
    words = [os.path.join(folder, "warpctl"), "analyze", "--format", "json", unit.name, "--", "-O3", "-w", "-fopenmp", "-fopenmp-targets=nvptx64"]
    try:
        answer = subprocess.run(words + unit.flags, cwd=unit.folder, capture_output=True, timeout=tools.limit)
        regions = json.loads(answer.stdout)["regions"]
    except (subprocess.TimeoutExpired, ValueError):
        return None
    found = {}
    for region in regions:
        plan = region.get("plan") or {}
        uncoalesced = any(access["pattern"] in ("strided", "scattered") for access in region["accesses"])
        codes = {refused["code"] for refused in plan.get("rejected") or []}
        own = found.setdefault((region["file"], region["line"]), [False, False, set()])
        own[0] |= uncoalesced
        own[1] |= bool(plan.get("applied"))
        own[2] |= codes
    return found


def counted(code, tools):
    """The numbers of one code, and the codes of what is refused where an uncoalesced region stays."""
    name, _, units = coverage.named(code)
    row, refused = collections.Counter(files=len(units)), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        both = lambda unit: [reported(unit, tools, folder) for folder in (tools.before, tools.after)]
        for before, after in pool.map(both, units):
            if before is None or after is None:
                row["left out"] += 1
                continue
            for place, (uncoalesced, changed, codes) in after.items():
                was = before.get(place, [False, False])[1]
                row.update({"regions": 1, "uncoalesced": uncoalesced, "changed before": was, "changed": changed})
                row.update({"of uncoalesced before": uncoalesced and was, "of uncoalesced": uncoalesced and changed})
                if uncoalesced and not changed:
                    refused.update(codes or {"nothing is proposed"})
    return name, row, refused


def page(tools, rows):
    """The text of the page."""
    origin = coverage.origin(types.SimpleNamespace(warpctl=f"{tools.after}/warpctl", llvm=tools.llvm), "scripts/changed.sh FOLDER BEFORE")
    lines = ["# What changes in public codes", "", "Written by `scripts/changed.sh` over public codes that are fetched, never part of this repository: "
             "regions that warpcc rewrites, as its report says, at `-O3` for nvptx64. *Before* is the build of commit "
             f"{tools.before_commit}. A region is *uncoalesced* where one of its accesses is strided or scattered as written. Files are *left out* where "
             "clang rejects them here (a header or library is missing).", *origin, "",
             f"| {' | '.join(COLUMNS)} |", "|---" + "|--:" * (len(COLUMNS) - 1) + "|"]
    for name, row, _ in rows:
        lines.append(f"| {name} | {' | '.join(str(row[column]) for column in COLUMNS[1:])} |")
    total = sum((row for _, row, _ in rows), collections.Counter())
    lines.append(f"| all | {' | '.join(str(total[column]) for column in COLUMNS[1:])} |")
    lines += ["", "## Why uncoalesced regions stay", "", "How many of them have a refusal of that code; some have several.", "", "| code | regions |", "|---|--:|"]
    refused = sum((refused for _, _, refused in rows), collections.Counter())
    lines += [f"| {code} | {number} |" for code, number in refused.most_common(12)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("before", "after", "llvm", "page"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--before-commit", default="unknown", help="the commit of the older build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60, help="seconds for the analysis of a unit")
    parser.add_argument("codes", nargs="+")
    tools = parser.parse_args()
    rows = []
    for code in tools.codes:
        rows.append(counted(code, tools))
        print(rows[-1][0], dict(rows[-1][1]), flush=True)
    with open(tools.page, "w") as file:
        file.write(page(tools, rows))


if __name__ == "__main__":
    main()
