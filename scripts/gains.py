#!/usr/bin/env python3
"""Compares the gains that warpcc tells of HeCBench's programs with those of the simulator: what `simulate-public.py` leaves behind
is built again by warpcc and run with the same arguments.

    gains.py --bin FOLDER --llvm PREFIX --work FOLDER [--programs PATTERN] [--limit S] [--jobs N] [--page PAGE] CODE=FOLDER[:FLAGS]

WORK receives a folder for each program that warpcc changes, with both executables and the counts of both runs; what is there is
not made again. PAGE gets a table.
"""
import argparse
import concurrent.futures
import importlib
import json
import os
import re
import subprocess
import sys

public = importlib.import_module("simulate-public")
# A gain is told right where it is not further than that from the one that is simulated.
NEAR = 1.25
LINE = re.compile(r"_l(\d+)$")


class Program(public.Program):
    """A program in both versions."""

    def build(self, way, mode):
        sources, flags = self.sources, self.own
        cxx = "" if all(name.endswith(".c") for name in sources) else "++"
        clang = f"{self.tools.llvm}/bin/clang{cxx}"
        words = [f"{self.tools.bin}/warpcc{cxx}", f"--warp-clang={clang}", "--warp-budget-ms=0", *mode, "-O2", "-w", "-gline-tables-only", "-fopenmp",
                 "--offload-arch=sm_90", f"--cuda-path={self.tools.kit}", *sources, *flags, *self.flags, "-lm", "-o", f"{self.work}/{way}"]
        setting = {**os.environ, "WARPCC_REPORT": f"{self.work}/{way}.report.json"}
        status, said = public.sh(words, 600, cwd=self.folder, env=setting)
        return f"not built ({way}): " + public.reason(status, said) if status else None

    def run(self, way, words, counts):
        limit = self.tools.limit
        command = ["bash", "-c", f'ulimit -t {limit}; exec "$@"', "run", f"{self.tools.bin}/warpsim", "run", "--json", counts, "--",
                   f"{self.work}/{way}", *words]
        status, said = public.sh(command, limit * 20, cwd=self.folder)
        return status in (124, 137, -9), status == 0 and not public.WRONG.search(said)

    def gains(self):
        """The program's name, and why it is not compared or the kernels of its regions."""
        kept = f"{self.work}/gains.json"
        if os.path.exists(kept):
            with open(kept) as file:
                return json.load(file)
        os.makedirs(self.work, exist_ok=True)
        found = self.compared()
        with open(kept, "w") as file:
            json.dump(found, file)
        return found

    def compared(self):
        self.sources, self.own, self.command = public.of_make(self.folder)
        if not self.sources or self.command is None:
            return {"name": self.name, "failure": "its makefile tells no sources or no command"}
        told = self.told()
        if not told:
            return {"name": self.name, "failure": "unchanged"}
        failure = self.build("clang", ["--warp-mode=off"]) or self.build("warpcc", [])
        runs = []
        if failure is None:
            for at, tried in enumerate(public.trials(self.command)):
                if at in (1, 2) and runs:
                    continue
                for words in tried:
                    long, good = self.run("clang", words, f"{self.work}/old.json")
                    if good and self.run("warpcc", words, f"{self.work}/new.json")[1]:
                        old, new = counted(f"{self.work}/old.json"), counted(f"{self.work}/new.json")
                        runs.append({"arguments": " ".join(words), "old": old, "new": new})
                        break
                    if long:
                        break
                if not runs and at == len(public.CAPS):
                    break
        return {"name": self.name, "failure": failure or (None if runs else "no run ends well"), "told": told, "runs": runs}

    def told(self):
        """The regions that are changed: place, gain and range."""
        words = [f"{self.tools.bin}/warpctl", "analyze", "--format", "json", *self.sources, "--", "-fopenmp", "-fopenmp-targets=nvptx64",
                 "-O2", *self.own, *self.flags]
        done = subprocess.run(words, cwd=self.folder, capture_output=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return []
        units = report.get("units", [report])
        regions = [region for unit in units for region in unit["regions"] if region["plan"]["applied"]]
        return [{"file": r["file"], "line": r["line"], "plan": {k: v for k, v in r["plan"].items() if k not in ("edits", "rejected")}} for r in regions]


def counted(counts):
    """Sectors and lane instructions of each kernel, by the line of its region."""
    with open(counts) as file:
        report = json.load(file)
    found = {}
    for kernel in report["device"]["kernels"]:
        line = LINE.search(kernel["name"])
        if "__omp_offloading" in kernel["name"] and line:
            own = found.setdefault(line.group(1), [0, 0])
            own[0] += sum(access["sectors"] for access in kernel["accesses"])
            own[1] += kernel["lane_instructions"]
    return found


def main():
    parser = argparse.ArgumentParser()
    for option in ("bin", "llvm", "work"):
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
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        for one in pool.map(Program.gains, [Program(tools, flags.split(), os.path.join(folder, one)) for one in names]):
            if one["failure"] != "unchanged":
                print(one["name"], one["failure"] or f"{len(one['runs'])} runs", flush=True)


if __name__ == "__main__":
    main()
