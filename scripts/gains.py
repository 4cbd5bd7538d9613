#!/usr/bin/env python3
"""Compares the gains that warpcc tells of HeCBench's programs with those of the simulator; writes a page.

    gains.py --bin FOLDER --llvm PREFIX --work FOLDER --page PAGE [--programs PATTERN] [--limit S] [--jobs N] CODE=FOLDER[:FLAGS]

Each program that warpcc changes is built by clang and by warpcc, and both run with the same arguments (`simulate-public.py` says with which).
WORK receives a folder for each, with the executables and the counts of the runs; a program is run again where its steps are others.
"""
import argparse
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
# Sizes at which warps are whole and rows aligned, and the odd ones; of the latter one is enough.
LONG = len(public.CAPS)


class Program(public.Program):
    """A program in both versions."""

    def build(self, way, mode):
        sources, flags = self.sources, self.own
        cxx = "" if all(name.endswith(".c") for name in sources) else "++"
        words = [f"{self.tools.bin}/warpcc{cxx}", f"--warp-clang={self.tools.llvm}/bin/clang{cxx}", "--warp-budget-ms=0", *mode, "-O2", "-w",
                 "-gline-tables-only", "-fopenmp", "--offload-arch=sm_90", f"--cuda-path={self.tools.kit}", *sources, *flags, *self.flags,
                 "-lm", "-o", f"{self.work}/{way}"]
        status, said = public.sh(words, 600, cwd=self.folder)
        return f"not built ({way}): " + public.reason(status, said) if status else None

    def run(self, way, words, counts):
        """Whether a run takes too long, and whether it ends well."""
        limit = self.tools.limit
        command = ["bash", "-c", f'ulimit -t {limit}; exec "$@"', "run", f"{self.tools.bin}/warpsim", "run", "--json", counts, "--",
                   f"{self.work}/{way}", *words]
        status, said = public.sh(command, limit * 20, cwd=self.folder)
        return status in (124, 137, -9), status == 0 and not public.WRONG.search(said)

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
        failure = self.build("clang", ["--warp-mode=off"]) or self.build("warpcc", [])
        runs = []
        tried = enumerate(public.trials(self.command)) if failure is None else []
        for at, words in ((at, words) for at, all_words in tried for words in all_words):
            if 0 < at < LONG and runs:
                continue
            if at >= LONG and not runs:
                break
            long, good = self.run("clang", words, f"{self.work}/old.json")
            if good and self.run("warpcc", words, f"{self.work}/new.json")[1]:
                old, new = counted(f"{self.work}/old.json"), counted(f"{self.work}/new.json")
                runs.append({"arguments": " ".join(words), "old": old, "new": new})
            if long and not runs:
                break
        return failure or (None if runs else "no run ends well in time"), runs

    def told(self):
        """The regions that are changed."""
        words = [f"{self.tools.bin}/warpctl", "analyze", "--format", "json", *self.sources, "--", "-fopenmp", "-fopenmp-targets=nvptx64",
                 "-O2", *self.own, *self.flags]
        done = subprocess.run(words, cwd=self.folder, capture_output=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return []
        regions = [region for unit in report.get("units", [report]) for region in unit["regions"] if region["plan"]["applied"]]
        keys = ("steps", "gain", "gain_range", "sectors_per_warp_before", "sectors_per_warp_after")
        return [{"file": one["file"], "line": one["line"], "plan": {key: one["plan"].get(key) for key in keys}} for one in regions]


def counted(counts):
    """The sectors of each kernel, by the line of its region."""
    with open(counts) as file:
        report = json.load(file)
    found = {}
    for kernel in report["device"]["kernels"]:
        line = LINE.search(kernel["name"])
        if "__omp_offloading" in kernel["name"] and line:
            found[line.group(1)] = found.get(line.group(1), 0) + sum(access["sectors"] for access in kernel["accesses"])
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


def page(tools, found, commits):
    table = sorted(rows(found), key=lambda row: -row[-1])
    right = sum(row[-1] <= NEAR for row in table)
    inside = sum(low / NEAR <= gain <= high * NEAR for *_, (low, high), gain, _ in table)
    failed = {}
    for one in found:
        if one["failure"] and one["failure"] != "unchanged":
            failed.setdefault(one["failure"], []).append(one["name"])
    lines = [
        "# Gains told and gains simulated",
        "",
        "Programs of HeCBench that warpcc changes, built by clang and by warpcc and run on the simulator with the same arguments: the sectors of each",
        "changed region's kernels, clang's by warpcc's, beside the gain that `warpctl analyze` tells. The arguments are those of the makefile in other",
        "sizes; of several runs the one counts that is nearest to what is told, since a gain is told for sizes that are not known.",
        "",
        f"- Date: {time.strftime('%Y-%m-%d')}",
        f"- Commit: {commits[0]}; HeCBench {commits[1]}",
        f"- Command: `scripts/gains.sh FOLDER --limit {tools.limit}`",
        "",
        f"{len(found)} programs were looked at{', those that --programs names' if tools.programs else ''}. Of {len(table)} regions that ran {right} are within {NEAR} of what is told: {100 * right / max(1, len(table)):.0f} %; {inside} within the range that is told, widened by as much.",
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
    parser = argparse.ArgumentParser()
    for option in ("bin", "llvm", "work", "page"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--limit", type=int, default=10, help="seconds of the processor for one run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--programs", help="a regular expression: look at these alone")
    parser.add_argument("code")
    tools = parser.parse_args()
    _, place = tools.code.split("=", 1)
    folder, _, flags = place.partition(":")
    os.environ["LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"] = f"{tools.llvm}/lib"
    tools.work, folder, tools.bin = os.path.abspath(tools.work), os.path.abspath(folder), os.path.abspath(tools.bin)
    tools.kit = os.path.join(tools.work, "toolkit")
    os.makedirs(tools.work, exist_ok=True)
    subprocess.run([f"{tools.bin}/warpsim", "toolkit", tools.kit], check=True)
    names = sorted(one for one in os.listdir(folder) if one.endswith("-omp"))
    names = [one for one in names if re.fullmatch(tools.programs or ".*", one)]
    found = []
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        for one in pool.map(Program.gains, [Program(tools, flags.split(), os.path.join(folder, name)) for name in names]):
            found.append(one)
            if one["failure"] != "unchanged":
                print(one["name"], one["failure"] or f"{len(one['runs'])} runs", flush=True)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    head = lambda place: public.sh(["git", "-C", place, "rev-parse", "--short=12", "HEAD"], 20)[1].strip()
    with open(tools.page, "w") as file:
        file.write(page(tools, found, (head(root), head(folder))))


if __name__ == "__main__":
    main()
