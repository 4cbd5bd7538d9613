#!/usr/bin/env python3
"""Compares the front end with clang's own syntax tree over public codes, and writes a page.

    coverage.py --lowered PROGRAM --warpctl PROGRAM --llvm PREFIX --out PAGE NAME=FOLDER[:FLAGS] ...

For every C and C++ file below FOLDER that holds a target directive, or includes a file that does:
the target directives in clang's dump of the syntax tree (`-Xclang -ast-dump` under `-fopenmp`), the
regions that the front end found, and what of them it did not understand.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

SOURCES = (".c", ".cc", ".cpp", ".cxx", ".C")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".inl")
DIRECTIVE = re.compile(rb"omp[ \t\\\r\n]+target|_Pragma")
DATA = {b"OMPTargetDataDirective", b"OMPTargetEnterDataDirective", b"OMPTargetExitDataDirective",
        b"OMPTargetUpdateDirective"}
NODE = re.compile(rb"^[ |`-]*(\w+) 0x[0-9a-f]+(?: parent 0x[0-9a-f]+)?(?: prev 0x[0-9a-f]+)? "
                  rb"<((?:[^<>]|<[^<>]*>)*)>([^'\"]*)")
PLACE = re.compile(rb"(?:^|[ ,])(?:col:(\d+)|line:(\d+):(\d+)|(<[^>]*>|[^ ,<>][^,<>]*?):(\d+):(\d+))")


def places(lines):
    """The place of every target construct in a textual dump; each place is printed as its
    difference from the one printed before."""
    file = line = None
    found = set()
    for text in lines:
        node = NODE.match(text)
        if not node:
            continue
        first = None
        for part in node.group(2, 3):
            for at in PLACE.finditer(part):
                column = at.group(1) or at.group(3) or at.group(6)
                if at.group(2):
                    line = int(at.group(2))
                elif at.group(4):
                    file, line = at.group(4), int(at.group(5))
                first = first or (file, line, int(column))
        kind = node.group(1)
        target = kind.startswith(b"OMPTarget") and kind.endswith(b"Directive")
        if target and kind not in DATA:
            found.add(first)
    return {((name or b"").decode(errors="replace"), line) + (column,) for name, line, column in found}


def flattened(text):
    """Preprocessed text whose every line is its own: line markers blanked, and what they said."""
    origin, file, line, out = {}, "", 0, []
    for number, content in enumerate(text.split(b"\n"), 1):
        marker = re.match(rb'# (\d+) "([^"]*)"', content)
        if marker:
            line, file = int(marker.group(1)) - 1, marker.group(2).decode(errors="replace")
            out.append(b"")
            continue
        line += 1
        origin[number] = (file, line)
        out.append(content)
    return b"\n".join(out), origin


class Unit:
    def __init__(self, code, folder, name, flags):
        self.code, self.folder, self.name = code, folder, name
        self.flags = flags + ([] if name.endswith(".c") else ["-std=c++17"])
        self.cxx = not name.endswith(".c")


def clang_regions(unit, tools):
    """`None` where clang itself rejects the unit."""
    clang = [f"{tools.llvm}/bin/clang", "-fopenmp", "-w", "-fno-color-diagnostics",
             "-x", "c++" if unit.cxx else "c"] + unit.flags
    dump = ["-fsyntax-only", "-Xclang", "-ast-dump"]
    quiet = {"cwd": unit.folder, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(clang + dump + [unit.name], stdout=subprocess.PIPE, **quiet)
    found = places(process.stdout)
    if process.wait() != 0:
        return None
    with open(os.path.join(unit.folder, unit.name), "rb") as source:
        operators = b"_Pragma" in source.read()
    if any("scratch" in place[0] for place in found) or operators:
        text = subprocess.run(clang + ["-E", unit.name], stdout=subprocess.PIPE, **quiet).stdout
        flat, origin = flattened(text)
        again = subprocess.run(clang + dump + ["-"], input=flat, stdout=subprocess.PIPE, **quiet)
        found = places(again.stdout.split(b"\n"))
        return sorted(origin.get(line, ("", 0)) for _, line, _ in found)
    return sorted((file, line) for file, line, _ in found)


def measure(unit, tools):
    started = time.monotonic()
    libclang = next(p for p in (f"{tools.llvm}/lib/libclang-19.so.1", f"{tools.llvm}/lib/libclang.so")
                    if os.path.exists(p))
    resources = f"{tools.llvm}/lib/clang/19"
    lowered = subprocess.run([tools.lowered, libclang, resources, unit.folder, unit.name] + unit.flags,
                             capture_output=True)
    parsed = json.loads(lowered.stdout) if lowered.returncode == 0 else None
    analysed = subprocess.run(
        [tools.warpctl, "analyze", "--format", "json", unit.name, "--", "-fopenmp",
         "-fopenmp-targets=nvptx64"] + unit.flags, cwd=unit.folder, capture_output=True)
    seconds = time.monotonic() - started
    panicked = b"panicked" in analysed.stderr or analysed.returncode < 0 or parsed is None
    return {"unit": unit, "clang": clang_regions(unit, tools), "parsed": parsed,
            "crash": panicked, "seconds": seconds, "warpctl": analysed.returncode}


def units_of(code, folder, flags):
    """The files that hold target directives, and those that include one that does."""
    holding, headers = [], set()
    sources = []
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(SOURCES + HEADERS):
                continue
            with open(os.path.join(root, name), "rb") as file:
                text = file.read()
            if name.endswith(SOURCES):
                sources.append((root, name, text))
            elif DIRECTIVE.search(text):
                headers.add(name.encode())
    for root, name, text in sources:
        included = {os.path.basename(i) for i in re.findall(rb'#[ \t]*include[ \t]*"([^"]+)"', text)}
        if DIRECTIVE.search(text) or included & headers:
            holding.append(Unit(code, root, name, flags))
    return holding


def normal(reason):
    reason = re.sub(r"call of .*", "call of a function whose body is not followed", reason)
    return reason


def same(measured):
    mine = sorted(r["line"] for r in measured["parsed"]["regions"])
    return mine == sorted(line for _, line in measured["clang"])


def main():
    parser = argparse.ArgumentParser()
    for option in ("lowered", "warpctl", "llvm", "out"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--details")
    parser.add_argument("codes", nargs="+")
    tools = parser.parse_args()
    rows, details = [], []
    reasons, calls = collections.Counter(), collections.Counter()
    for code in tools.codes:
        name, place = code.split("=", 1)
        folder, _, flags = place.partition(":")
        units = units_of(name, os.path.abspath(folder), flags.split())
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda unit: measure(unit, tools), units))
        row = collections.Counter()
        for one in results:
            path = os.path.relpath(os.path.join(one["unit"].folder, one["unit"].name), folder)
            row["crashes"] += one["crash"]
            row["seconds"] += one["seconds"]
            if one["clang"] is None or one["crash"]:
                row["rejected"] += 1
                continue
            if not one["clang"] and not one["parsed"]["regions"] and not one["parsed"]["failure"]:
                continue
            row["units"] += 1
            row["clang"] += len(one["clang"])
            row["found"] += len(one["parsed"]["regions"])
            if one["parsed"]["failure"]:
                details.append(f"{name} {path}: FAILED {one['parsed']['failure']}")
            elif not same(one):
                mine = sorted((r["file"], r["line"]) for r in one["parsed"]["regions"])
                details.append(f"{name} {path}: SET clang {one['clang']} found {mine}")
            for region in one["parsed"]["regions"]:
                row["lowered"] += not region["reasons"]
                for reason in {normal(reason) for reason in region["reasons"]}:
                    reasons[reason] += 1
                for reason in region["reasons"]:
                    calls[reason] += reason.startswith("call of ")
                    details.append(f"{name} {path}:{region['line']}: {reason}")
        rows.append((name, row))
        print(name, dict(row), file=sys.stderr)
    write(tools.out, rows, reasons, calls)
    if tools.details:
        with open(tools.details, "w") as file:
            file.write("\n".join(details) + "\n")
    return int(any(row["clang"] != row["found"] or row["crashes"] for _, row in rows))


def write(path, rows, reasons, calls):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "coverage.head.md")) as head:
        out = [head.read().rstrip("\n"), ""]
    out += ["| code | units | regions in clang's tree | found | fully lowered | % | crashes | seconds |",
            "|---|--:|--:|--:|--:|--:|--:|--:|"]
    total = collections.Counter()
    for name, row in rows:
        total.update(row)
    for name, row in rows + [("all", total)]:
        share = 100 * row["lowered"] / max(row["found"], 1)
        out.append(f"| {name} | {row['units']} | {row['clang']} | {row['found']} | {row['lowered']} | "
                   f"{share:.1f} | {row['crashes']} | {row['seconds']:.0f} |")
    out += ["", f"{total['rejected']} units that clang itself rejects here (a header or library is "
            "missing) are left out.", "", "## The commonest reasons for the rest", "",
            "| regions | reason |", "|--:|---|"]
    out += [f"| {count} | {reason} |" for reason, count in reasons.most_common(10)]
    named = ", ".join(f"`{r[8:]}` ({n})" for r, n in calls.most_common(12) if n)
    out += ["", f"The functions called most: {named}."] if named else []
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    sys.exit(main())
