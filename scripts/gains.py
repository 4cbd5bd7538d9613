#!/usr/bin/env python3
"""Compares the gains that warpcc tells of HeCBench's programs with those of the simulator; writes a section of a page.

    gains.py --warpcc PROGRAM --warpctl PROGRAM --warpsim PROGRAM --llvm PREFIX --work FOLDER --section FILE [--programs PATTERN] [--limit S] [--jobs N] CODE=FOLDER[:FLAGS]

Each program that warpcc changes is built by clang and by warpcc, and both run with the same arguments (`simulate-public.py` says with which).
WORK receives a folder for each, with the executables and the counts of the runs; a program is run again where its steps are others.
"""
import concurrent.futures
import importlib
import json
import os
import re
import subprocess
import time

public = importlib.import_module("simulate-public")
# A gain is told right where it is not further than that from the one that is simulated.
NEAR = 1.25
LINE = re.compile(r"_l(\d+)$")
# How a run ends: by itself, or else where that takes too long before one more launch.
ENDS = [[], ["--max-launches", "32"], ["--max-launches", "4"], ["--max-launches", "1"]]
# Sizes at which warps are whole and rows aligned, and the odd ones; of the latter one is enough.
LONG = len(public.CAPS)


class Program(public.Program):
    """A program in both versions."""

    def gains(self):
        """The program's name, why it is not compared, its changed regions and its runs."""
        self.sources, self.own, self.command = public.of_make(self.folder)
        if not self.sources or self.command is None:
            return {"name": self.name, "failure": "its makefile tells no sources or no command", "told": []}
        told = self.told()
        steps = [[region["file"], region["line"], region["plan"]["steps"]] for region in told]
        kept = f"{self.work}/runs.json"
        done = {}
        if os.path.exists(kept):
            with open(kept) as file:
                done = json.load(file)
        if done.get("steps") != steps:
            os.makedirs(self.work, exist_ok=True)
            failure, runs = self.compared() if told else ("unchanged", [])
            done = {"steps": steps, "failure": failure, "runs": runs}
            with open(kept, "w") as file:
                json.dump(done, file)
        return {"name": self.name, "failure": done["failure"], "told": told, "runs": done["runs"]}

    def compared(self):
        """Why nothing is compared, or the counts of both versions by the arguments."""
        clang = self.driver(f"{self.tools.llvm}/bin/clang")
        warpcc = [self.driver(self.tools.warpcc), f"--warp-clang={clang}", "--warp-budget-ms=0"]
        failure = self.build([*warpcc, "--warp-mode=off"], "clang") or self.build(warpcc, "warpcc")
        runs, why = [], failure
        tried = enumerate(public.trials(self.command)) if failure is None else []
        for at, words in ((at, words) for at, all_words in tried for words in all_words):
            if 0 < at < LONG and runs:
                continue
            if at >= LONG and not runs:
                break
            for options in ENDS:
                old = self.run(words, f"{self.work}/old.json", "clang", options)
                new = self.run(words, f"{self.work}/new.json", "warpcc", options) if old["failure"] is None else old
                why = why or new["failure"]
                if new["failure"] is None:
                    runs.append({"arguments": old["arguments"], "options": options, "old": counted(old["counts"]), "new": counted(new["counts"])})
                if runs or not new["long"]:
                    break
            if old["long"] and not runs or runs and runs[0]["options"]:
                break
        return None if runs else why, runs

    def told(self):
        """The regions that are changed."""
        done = subprocess.run(self.analysis(self.sources), cwd=self.folder, capture_output=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return []
        regions = [region for unit in report.get("units", [report]) for region in unit["regions"] if region["plan"]["applied"]]
        keys = ("steps", "gain", "gain_range", "sectors_per_warp_before", "sectors_per_warp_after")
        return [{"file": one["file"], "line": one["line"], "plan": {key: one["plan"].get(key) for key in keys}} for one in regions]


def counted(counts):
    """The sectors of a launch of each region's kernels, by its line."""
    with open(counts) as file:
        report = json.load(file)
    found = {}
    for kernel in report["device"]["kernels"]:
        line = LINE.search(kernel["name"])
        if "__omp_offloading" in kernel["name"] and line:
            found[line.group(1)] = found.get(line.group(1), 0) + sum(access["sectors"] for access in kernel["accesses"]) / kernel["launches"]
    return found


def rows(found):
    """The regions that ran: program, place, steps, gain told with its range, gain simulated in the run that is nearest, how far it is."""
    for one in found:
        for region in one["told"]:
            line, plan = str(region["line"]), region["plan"]
            pairs = [(run["old"].get(line), run["new"].get(line)) for run in one["runs"]]
            gains = [old / new for old, new in pairs if old and new]
            if not gains:
                continue
            told = max(plan["gain"], 0.01)
            apart = lambda gain: max(gain / told, told / gain)
            nearest = min(gains, key=apart)
            steps = ", ".join(step["kind"] for step in plan["steps"])
            yield one["name"], f'{region["file"]}:{line}', steps, told, plan["gain_range"], nearest, apart(nearest)


def section(tools, found, commit):
    table = sorted(rows(found), key=lambda row: -row[-1])
    right = sum(row[-1] <= NEAR for row in table)
    inside = sum(low / NEAR <= gain <= high * NEAR for *_, (low, high), gain, _ in table)
    ran = {row[0] for row in table}
    failed = {}
    for one in found:
        if one["failure"] and one["failure"] != "unchanged":
            failed.setdefault(one["failure"], []).append(one["name"])
    lines = [
        "",
        "## Gains told and gains simulated",
        "",
        "Programs that warpcc changes, built by clang and by warpcc and run with the same arguments: the sectors of each changed region's kernels,",
        "clang's by warpcc's, beside the gain that `warpctl analyze` tells. A program that takes too long is ended behind some launches. Of several runs the one counts that is nearest to what is told, since a",
        "gain is told for sizes that are not known. Made",
        f"on {time.strftime('%Y-%m-%d')} from commit {commit} by `scripts/gains.sh FOLDER --limit {tools.limit}`.",
        "",
        f"Of {len(found)} programs that {'--programs names' if tools.programs else 'the code has'} {len(ran)} run. Of {len(table)} regions that ran {right} are within {NEAR} of what is told: {100 * right / max(1, len(table)):.0f} %; {inside} within the range that is told, widened by as much.",
        "",
        "| program | region | steps | told | range | simulated | apart |",
        "|---|---|---|--:|--:|--:|--:|",
    ]
    for name, place, steps, told, (low, high), gain, apart in table:
        lines.append(f"| {name} | {place} | {steps} | {told:.2f} | {low:.2f} to {high:.2f} | {gain:.2f} | {apart:.2f} |")
    lines += ["", "Not compared:", ""]
    lines += [f"- {why}: {', '.join(names)}" for why, names in sorted(failed.items())]
    return "\n".join(lines) + "\n"


def main():
    tools = public.options("warpcc", "section").parse_args()
    _, _, programs = public.prepared(tools, Program)
    found = []
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        for one in pool.map(Program.gains, programs):
            found.append(one)
            if one["failure"] != "unchanged":
                print(one["name"], one["failure"] or f"{len(one['runs'])} runs", flush=True)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(tools.section, "w") as file:
        file.write(section(tools, found, public.sh(["git", "-C", root, "rev-parse", "--short=12", "HEAD"], 20)[1].strip()))


if __name__ == "__main__":
    main()
