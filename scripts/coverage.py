#!/usr/bin/env python3
"""Compares the front end with clang's own syntax tree over public codes, and writes a page.

    coverage.py --lowered PROGRAM --warpctl PROGRAM --llvm PREFIX --out PAGE NAME=FOLDER[:FLAGS] ...

For every C and C++ file below FOLDER that holds a target directive, or includes a file that does:
the target directives in clang's own syntax tree under `-fopenmp` (as clang-query prints them), the
regions that the front end found, and what of them it did not understand. Include folders and macros
that a makefile beside the file names are given too.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time

SOURCES = (".c", ".cc", ".cpp", ".cxx", ".C")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".inl")
DIRECTIVE = re.compile(rb"omp[ \t\\\r\n]+target|_Pragma")
DATA = {"OMPTargetDataDirective", "OMPTargetEnterDataDirective", "OMPTargetExitDataDirective",
        "OMPTargetUpdateDirective"}
NODE = re.compile(r"^(OMPTarget\w*Directive) 0x[0-9a-f]+ <(.*?):(\d+):\d+[,>]", re.M)
QUERY = ["-c", "set traversal AsIs", "-c", "set output dump", "-c"]
MATCH = "match ompExecutableDirective(unless(isExpansionInSystemHeader()))"


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


def constructs(unit, tools, name):
    """File and line of every target construct in clang's tree of the file `name`; `None` where clang
    rejects it."""
    words = ([f"{tools.llvm}/bin/clang-query"] + QUERY + [MATCH, name, "--", "-fopenmp", "-w"]
             + ["-x", "c++" if unit.cxx else "c"] + unit.flags)
    answer = subprocess.run(words, cwd=unit.folder, capture_output=True, text=True, errors="replace")
    if answer.returncode != 0 or re.search(r"^\S.*: (fatal )?error: ", answer.stderr, re.M):
        return None
    return [(file, int(line)) for kind, file, line in NODE.findall(answer.stdout) if kind not in DATA]


def clang_regions(unit, tools):
    """`None` where clang itself rejects the unit. Where macros make regions, the tree is that of the
    preprocessed text, in which each has a line of its own."""
    found = constructs(unit, tools, unit.name)
    if found is None:
        return None
    with open(os.path.join(unit.folder, unit.name), "rb") as source:
        operators = b"_Pragma" in source.read()
    if operators or any("scratch" in file for file, _ in found):
        clang = [f"{tools.llvm}/bin/clang", "-fopenmp", "-w", "-E", unit.name] + unit.flags
        text = subprocess.run(clang, cwd=unit.folder, stdout=subprocess.PIPE).stdout
        flat, origin = flattened(text)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flat.cpp" if unit.cxx else "flat.c")
            with open(path, "wb") as file:
                file.write(flat)
            again = constructs(unit, tools, path)
        flattened_places = [origin[line] for _, line in again or [] if line in origin]
        written = not any("scratch" in file for file, _ in found)
        if not written or len(set(flattened_places)) != len(set(found)):
            found = flattened_places
    return {(os.path.basename(file), line) for file, line in found}


def of_clang(unit, tools):
    """The places in clang's tree, `None` where clang rejects the unit."""
    places = clang_regions(unit, tools)
    return None if places is None else sorted(places)


def of_front_end(unit, tools):
    """What the front end alone says, with its seconds; `None` where it crashed."""
    libclang = next(p for p in (f"{tools.llvm}/lib/libclang-19.so.1", f"{tools.llvm}/lib/libclang.so")
                    if os.path.exists(p))
    words = [tools.lowered, libclang, f"{tools.llvm}/lib/clang/19", unit.folder, unit.name]
    started = time.monotonic()
    answer = subprocess.run(words + unit.flags, capture_output=True)
    if answer.returncode != 0:
        return None
    return {**json.loads(answer.stdout), "seconds": time.monotonic() - started}


def of_analysis(unit, tools):
    """How `warpctl analyze` ended, "ended", "crashed" or "stopped" at the limit, and its seconds."""
    words = [tools.warpctl, "analyze", "--format", "json", unit.name, "--", "-fopenmp",
             "-fopenmp-targets=nvptx64"] + unit.flags
    started = time.monotonic()
    try:
        answer = subprocess.run(words, cwd=unit.folder, capture_output=True, timeout=tools.limit)
        crashed = b"panicked" in answer.stderr or answer.returncode < 0
        how = "crashed" if crashed else "ended"
    except subprocess.TimeoutExpired:
        how = "stopped"
    return {"how": how, "seconds": time.monotonic() - started}


STAGES = {"clang": of_clang, "lowered": of_front_end, "warpctl": of_analysis}


def measured(unit, tools):
    """What each stage says of the unit, now or, where there is a cache, before with the same program
    and flags."""
    result = {}
    for stage in tools.stages.split(","):
        version = tools.versions[stage] + (str(tools.limit) if stage == "warpctl" else "")
        key = json.dumps([stage, version, unit.folder, unit.name, unit.flags])
        kept = tools.cache and os.path.join(tools.cache, hashlib.sha256(key.encode()).hexdigest())
        if kept and os.path.exists(kept):
            with open(kept) as file:
                result[stage] = json.load(file)
            continue
        if stage == "warpctl" and time.monotonic() > tools.analysis_ends:
            continue
        result[stage] = STAGES[stage](unit, tools)
        if kept:
            with open(kept, "w") as file:
                json.dump(result[stage], file)
    return result


def version(path):
    """What changes with a program."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def of_makefile(folder):
    """The folders of headers and the macros that the makefile there names."""
    found = []
    for name in ("Makefile", "makefile"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, errors="replace") as file:
                found += re.findall(r"(?:^|\s)(-[ID][\w./+-]+(?:=[\w.]+)?)(?=\s|$)", file.read())
    return list(dict.fromkeys(found))


def units_of(code, folder, flags):
    """The files that hold target directives, and those that include one that does."""
    holding, headers = [], set()
    sources = []
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(SOURCES + HEADERS):
                continue
            if not os.path.isfile(os.path.join(root, name)):
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
            holding.append(Unit(code, root, name, flags + of_makefile(root)))
    return holding


def named(code):
    """The name, the folder and the units of a code that is given as NAME=FOLDER[:FLAGS]."""
    name, place = code.split("=", 1)
    folder, _, flags = place.partition(":")
    folder = os.path.abspath(folder)
    return name, folder, units_of(name, folder, flags.split())


def normal(reason):
    return re.sub(r"call of .*", "call of a function whose body is not followed", reason)


def merged(regions):
    """The reasons by place: the instances of one template are one region, understood where all are."""
    places = collections.defaultdict(set)
    for region in regions:
        places[os.path.basename(region["file"]), region["line"]] |= set(region["reasons"])
    return places


class Tally:
    """The sums over all codes."""

    def __init__(self):
        self.rows, self.details = [], []
        self.reasons, self.calls = collections.Counter(), collections.Counter()

    def unit(self, row, place, one):
        row["files"] += 1
        parsed, clang = one.get("lowered"), one.get("clang")
        row["crashes"] += "lowered" in one and parsed is None
        if clang is None or parsed is None:
            row["rejected"] += 1
            self.details.append(f"{place}: REJECTED")
            return
        expected = {tuple(at) for at in clang}
        if not expected and not parsed["regions"] and not parsed["failure"]:
            return
        self.analysis(row, place, one.get("warpctl"))
        found = merged(parsed["regions"])
        row["units"] += 1
        row["clang"] += len(expected)
        row["found"] += len(found)
        row["seconds"] += parsed["seconds"]
        if parsed["failure"]:
            self.details.append(f"{place}: FAILED {parsed['failure']}")
        elif set(found) != expected:
            row["different"] += 1
            self.details.append(f"{place}: SET only clang {sorted(expected - set(found))} "
                                f"only found {sorted(set(found) - expected)}")
        for (_, line), why in sorted(found.items()):
            row["lowered"] += not why
            self.reasons.update({normal(reason) for reason in why})
            self.calls.update(reason for reason in why if reason.startswith("call of "))
            self.details += [f"{place}:{line}: {reason}" for reason in sorted(why)]

    def analysis(self, row, place, one):
        if one is None:
            return
        row["analysed"] += 1
        row["stopped"] += one["how"] == "stopped"
        row["crashes"] += one["how"] == "crashed"
        row["analysis"] += one["seconds"]
        if one["how"] != "ended":
            self.details.append(f"{place}: analysis {one['how']}")


def options():
    parser = argparse.ArgumentParser()
    for option in ("lowered", "warpctl", "llvm", "out"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--details", help="a file for each region's reasons")
    parser.add_argument("--cache", help="a folder that keeps what was measured of each unit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--units", type=int, help="look at so many units of each code at most")
    parser.add_argument("--limit", type=float, default=120, help="seconds for the analysis of a unit")
    parser.add_argument("--budget", type=float, help="begin no analysis after so many seconds")
    parser.add_argument("--stages", default=",".join(STAGES), help="what to run")
    parser.add_argument("codes", nargs="+")
    tools = parser.parse_args()
    tools.versions = {"clang": tools.llvm, "lowered": version(tools.lowered),
                      "warpctl": version(tools.warpctl)}
    tools.analysis_ends = time.monotonic() + (float("inf") if tools.budget is None else tools.budget)
    if tools.cache:
        os.makedirs(tools.cache, exist_ok=True)
    return tools


def main():
    tools = options()
    tally = Tally()
    for code in tools.codes:
        name, folder, units = named(code)
        whole = len(units)
        units = units[:tools.units]
        row = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
            results = list(pool.map(lambda unit: measured(unit, tools), units))
        for unit, one in zip(units, results):
            path = os.path.relpath(os.path.join(unit.folder, unit.name), folder)
            tally.unit(row, f"{name} {path}", one)
        shown = name if len(units) == whole else f"{name}, {len(units)} of {whole} files"
        tally.rows.append((shown, row))
        print(name, dict(row), file=sys.stderr, flush=True)
    write(tools, tally)
    if tools.details:
        with open(tools.details, "w") as file:
            file.write("\n".join(tally.details) + "\n")
    return int(any(row["different"] or row["crashes"] for _, row in tally.rows))


def said(*words):
    """The first line that a program prints."""
    answer = subprocess.run(words, capture_output=True, text=True, cwd=os.path.dirname(os.path.abspath(__file__)))
    return answer.stdout.partition("\n")[0]


def origin(tools, command=None):
    """When, where and of what the numbers are, and the command that gives them."""
    profile = os.path.basename(os.path.dirname(os.path.abspath(tools.warpctl)))
    return ["", f"- Date: {time.strftime('%Y-%m-%d', time.gmtime())}",
            f"- Machine: {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[1]:.0f}, "
            f"{said(f'{tools.llvm}/bin/clang', '--version')}",
            f"- Commit: {said('git', 'rev-parse', '--short=12', 'HEAD')}, built as `{profile}`",
            f"- Command: `{command or f'scripts/coverage.sh FOLDER --limit {tools.limit:.0f}'}`"]


COLUMNS = ("code", "files", "with regions", "regions in clang's tree", "found", "fully lowered", "%",
           "crashes", "front end, s", "analysed", "stopped", "analysis, s")


def write(tools, tally):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "coverage.head.md")) as head:
        out = [head.read().rstrip("\n"), *origin(tools), ""]
    out += [f"| {' | '.join(COLUMNS)} |", "|---" + "|--:" * (len(COLUMNS) - 1) + "|"]
    total = collections.Counter()
    for _, row in tally.rows:
        total.update(row)
    for name, row in tally.rows + [("all", total)]:
        share = f"{100 * row['lowered'] / max(row['found'], 1):.1f}"
        cells = [name, row["files"], row["units"], row["clang"], row["found"], row["lowered"], share,
                 row["crashes"], f"{row['seconds']:.0f}", row["analysed"], row["stopped"],
                 f"{row['analysis']:.0f}"]
        out.append(f"| {' | '.join(map(str, cells))} |")
    stopped = f"The analysis of a unit is stopped after {tools.limit:.0f} s."
    if total["analysed"] < total["units"]:
        stopped += f" {total['units'] - total['analysed']} files with regions were not analysed for want of time."
    limit = stopped if total["analysed"] else "The analysis was not run."
    out += ["", f"{total['rejected']} of the files are left out because clang itself rejects them here (a "
            "header or library is missing).", limit,
            "", "## The commonest reasons for the rest", "", "| regions | reason |", "|--:|---|"]
    out += [f"| {count} | {reason} |" for reason, count in tally.reasons.most_common(10)]
    named = ", ".join(f"`{r[8:]}` ({n})" for r, n in tally.calls.most_common(12) if n)
    out += ["", f"The functions called most: {named}."] if named else []
    with open(tools.out, "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    sys.exit(main())
