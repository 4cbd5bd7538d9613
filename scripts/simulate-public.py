#!/usr/bin/env python3
"""Builds the programs of a public code for the GPU, runs them on the simulator at small sizes, and has warpcc
predict their accesses: what `spec-accel-harness simulate --public` compares.

    simulate-public.py --warpsim PROGRAM --warpctl PROGRAM --llvm PREFIX --work FOLDER CODE=FOLDER[:FLAGS]

FOLDER of the code holds a folder for each program, whose makefile says how it is built and run. WORK receives a
folder for each program, with its executable, warpcc's reports and the simulator's counts, and `programs.json`,
which says where they are and what failed. A program that is there is not built again, not run again with
arguments that it was run with, and not analysed again while its reports are newer than `warpctl`.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import time

SOURCE = re.compile(r"[\w./+-]+\.(?:c|cc|cpp|cxx|C)$")
FLAG = re.compile(r"-(?:[ID].*|std=.*|l\w+)$")
NUMBER = re.compile(r"((?:-*[A-Za-z_]\w*=)?)(\d+)$")
# No size is larger than these: one at which warps are whole and rows aligned, and two odd ones. Where the first takes too
# long, so do the others: most work is in sizes that the source sets.
CAPS = (64, 321, 35)
# A row that is longer than all else. Some programs take even lengths only, or multiples of four: such rows begin at odd
# multiples of that.
LENGTHS = (321, 322, 324)
# A row that is aligned, and long enough for warps that no edge cuts.
ALIGNED = 320
# A size that is alone: what is searched, or dealt out in blocks, is then much larger than a warp.
LONE = (4097, 4096)
FEW = 5
# What a program prints that finds its own result wrong, or right.
WRONG = re.compile(r"\b(?:fail(?:s|ed|ure)?|mis-?match(?:es)?|incorrect|not correct|wrong|usage|-?nan)\b", re.I)
RIGHT = re.compile(r"\b(?:PASS|passed|correct|success|successful|successfully|verified|ok)\b", re.I)


def sh(words, limit, **more):
    """Exit status and what was printed; 124 at the limit."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=limit, stdin=subprocess.DEVNULL, **more)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, ""


def of_make(folder):
    """Sources, flags and the first command of `run`, by what make would do."""
    _, said = sh(["make", "-n", "-B", "run", "CC=clang++", "LAUNCHER="], 20, cwd=folder)
    sources, flags, command = [], [], None
    for line in said.replace("\\\n", " ").splitlines():
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            continue
        own = [word for word in words[1:] if SOURCE.match(word)]
        if own and not words[0].startswith("./"):
            sources += own
        if words and words[0].startswith("./") and command is None:
            command = words[1:]
        elif words:
            flags += [word for word in words if FLAG.match(word)]
    unique = lambda words: list(dict.fromkeys(words))
    return unique(sources), unique(flags), command


def numbers(words):
    """The numbers by their places, but the one that says how often it is done, and the place of that: the last, or a lone small one."""
    found = {at: int(match.group(2)) for at, word in enumerate(words) if (match := NUMBER.match(word))}
    last = max(found, default=None)
    if last is None or len(found) == 1 and found[last] > 1000:
        return found, None
    return {at: value for at, value in found.items() if at != last}, last


def sized(words, times, size):
    """The words with `size(at, value)` for each number, and at most `times` for how often it is done."""
    sizes, last = numbers(words)
    put = lambda at, value: NUMBER.match(words[at]).group(1) + str(value)
    out = [put(at, size(at, sizes[at])) if at in sizes else word for at, word in enumerate(words)]
    if last is not None:
        out[last] = put(last, min(int(NUMBER.match(words[last]).group(2)), times))
    return out


def odd(value, most):
    """Odd and several, so that rows begin at all remainders and are longer than a sector of doubles; 0 is none."""
    return max(min(value, most) | 1, FEW) if value else 0


def trials(words):
    """Arguments to run with, in lists: of each the first that ends well counts."""
    for cap in CAPS:
        # Some programs leave a result in the other of two arrays after an odd number of steps.
        yield [sized(words, times, lambda _, value: min(value, cap)) for times in (1, 2)]
    sizes, _ = numbers(words)
    yield [sized(words, 1, lambda _, value: odd(value, most)) for most in CAPS[1:]]
    for row in sizes:
        tried = itertools.product(LENGTHS if len(sizes) > 1 else LONE, (CAPS[-1], FEW))
        yield [sized(words, 1, lambda at, value: length if at == row else odd(value, most)) for length, most in tried]
        if len(sizes) > 1:
            yield [sized(words, 1, lambda at, value: ALIGNED if at == row else odd(value, most)) for most in (CAPS[-1], FEW)]
    # The last number may be a size all the same.
    yield [sized(words, 9, lambda _, value: odd(value, CAPS[-1]))]


class Program:
    def __init__(self, tools, flags, folder):
        self.tools, self.folder = tools, folder
        self.name = os.path.basename(folder)
        self.work = os.path.join(tools.work, self.name)
        self.flags = flags

    def facts(self):
        """What happened to the program; `None` where it is not begun in time."""
        self.sources, self.own, self.command = of_make(self.folder)
        kept = os.path.join(self.work, "ran.json")
        if os.path.exists(kept):
            with open(kept) as file:
                done = json.load(file)
        elif self.tools.over():
            return None
        else:
            os.makedirs(self.work, exist_ok=True)
            done = {"failure": self.build(), "runs": []}
        facts = {"name": self.name, "failure": done["failure"], "reports": [], "runs": []}
        if facts["failure"] is None:
            facts["runs"] = self.simulate(done["runs"])
            failures = [run["failure"] for run in facts["runs"]]
            facts["failure"] = None if None in failures else f"not run: {failures[0]}"
        with open(kept, "w") as file:
            json.dump(done, file)
        facts["failure"] = facts["failure"] or self.predict(facts)
        return facts

    def driver(self, name):
        """The compiler of that name for the sources' language."""
        return name + ("" if all(source.endswith(".c") for source in self.sources) else "++")

    def build(self, compiler=None, executable="main"):
        """Why the program cannot be built, if so; `compiler` is a command with its first options, clang where none is given."""
        if not self.sources or self.command is None:
            return "its makefile tells no sources or no command"
        compiler = compiler or [self.driver(f"{self.tools.llvm}/bin/clang")]
        words = [*compiler, "-O2", "-w", "-gline-tables-only", "-fopenmp", "--offload-arch=sm_90", f"--cuda-path={self.tools.kit}",
                 *self.sources, *self.own, *self.flags, "-lm", "-o", f"{self.work}/{executable}"]
        status, said = sh(words, self.tools.limit * 10, cwd=self.folder)
        return "not built: " + reason(status, said) if status else None

    def analysis(self, sources):
        """The command that reports on sources as JSON."""
        return [self.tools.warpctl, "analyze", "--format", "json", *sources, "--", "-fopenmp", "-fopenmp-targets=nvptx64", "-O2",
                *self.own, *self.flags]

    def predict(self, facts):
        for at, source in enumerate(self.sources):
            report = f"{self.work}/report-{at}.json"
            facts["reports"].append(report)
            if os.path.exists(report) and os.path.getmtime(report) > os.path.getmtime(self.tools.warpctl):
                continue
            try:
                done = subprocess.run(self.analysis([source]), cwd=self.folder, capture_output=True, timeout=120)
            except subprocess.TimeoutExpired:
                return "analysis not ended"
            if done.returncode:
                return "not analysed: " + reason(done.returncode, done.stderr.decode(errors="replace"))
            with open(report, "wb") as file:
                file.write(done.stdout)
        return None

    def simulate(self, done):
        """The runs; those that are missing are added to what is `done`, one at least and more while there is time."""
        known = {run["arguments"]: run for run in done}
        runs = []
        for at, tried in enumerate(trials(self.command)):
            if at == len(CAPS) and all(run["failure"] for run in runs):
                break
            for words in tried:
                name = " ".join(words)
                if name not in known and not (runs and self.tools.over()):
                    known[name] = self.run(words, f"{self.work}/run-{len(done)}.json")
                    done.append(known[name])
                run = known.get(name)
                if run is None:
                    break
                if run not in runs:
                    runs.append(run)
                # In the same sizes more steps take longer still.
                if run["failure"] is None or at < len(CAPS) and run["long"]:
                    break
            if at == 0 and runs[0]["long"]:
                break
        return runs

    def run(self, words, counts, executable="main", options=()):
        # Of the processor: what ends in time does not depend on what else the machine does.
        limit = self.tools.limit
        command = ["bash", "-c", f'ulimit -t {limit}; exec "$@"', "run", self.tools.warpsim, "run", "--json", counts, *options, "--",
                   f"{self.work}/{executable}", *words]
        status, said = sh(command, limit * 10, cwd=self.folder)
        long = status in (124, 137, -9)
        bad = None
        if long:
            bad = f"not ended after {limit} s of the processor"
        elif status:
            bad = f"ended with {status}: " + reason(status, said)
        elif WRONG.search(said):
            bad = f"its own check fails: {WRONG.search(said).group()}"
        return {"arguments": " ".join(words), "failure": bad, "long": long, "confirmed": bool(RIGHT.search(said)),
                "counts": counts}


# What a line of a program's output comes to in few words; nothing of the program's text is kept.
BRIEF = (
    (r"warpsim: (?:\S+:\d+:\d+: )?(?:the simulator )?(.*?)(?: \(|: of the lanes|$)", r"simulator: \1"),
    (r".*Error in (cu\w+) for .*: (.*)", r"simulator: \1: \2"),
    (r".*Assertion .* failed", "an assertion fails"),
    (r"(?i).*(?:open|load|stat|find|read|import)\w* .*(?:file|graph|dataset|dir|input|data|cssr|img).*|.*No such file.*", "an input is missing"),
    (r"terminate called.*", "an exception"),
    (r"status 139|.*Segmentation fault.*", "a segmentation fault"),
    (r"\S+:\d+:\d+: (?:fatal )?error: (.*)", r"\1"),
    (r"nvlink error +: (Undefined reference to '\w+').*", r"\1"),
    (r".*\berror: (.*)", r"\1"),
    (r"status 124", "not ended in time"),
    (r".*", "its arguments or inputs"),
)


def reason(status, said):
    """The line that says most of what went wrong, in few words."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"error|warpsim|terminate|fatal|assert", line, re.I)] or lines[-1:]
    line = (telling or [f"status {status}"])[0]
    pattern, words = next(one for one in BRIEF if re.match(one[0], line))
    brief = re.match(pattern, line).expand(words)
    return re.sub(r" (?:at )?0x[0-9a-f]+|(?<![\w.])/[\w./+-]*/", "", brief)[:100]


def print_sizes(programs):
    """How many of the sizes that makefiles run programs with are multiples of each power of two, up to 32."""
    found = []
    for program in programs:
        command = of_make(program.folder)[2] or []
        found += [value for value in numbers(command)[0].values() if value > 31]
    for power in range(6):
        print(f"{2 ** power}: {sum(value % 2 ** power == 0 for value in found)}")


def options(*places):
    """A parser of the options that both scripts have, and of these."""
    parser = argparse.ArgumentParser()
    for option in ("warpsim", "warpctl", "llvm", "work", *places):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--limit", type=int, default=10, help="seconds of the processor for one run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--programs", help="a regular expression: look at these alone")
    parser.add_argument("code")
    return parser


def prepared(tools, kind):
    """The name and the folder of the code that the options name, and its programs; WORK has a toolkit then."""
    name, place = tools.code.split("=", 1)
    folder, _, flags = place.partition(":")
    os.environ["LIBRARY_PATH"] = f"{tools.llvm}/lib"
    os.environ["LD_LIBRARY_PATH"] = f"{tools.llvm}/lib"
    tools.work, folder = os.path.abspath(tools.work), os.path.abspath(folder)
    tools.kit = os.path.join(tools.work, "toolkit")
    os.makedirs(tools.work, exist_ok=True)
    subprocess.run([tools.warpsim, "toolkit", tools.kit], check=True)
    names = sorted(one for one in os.listdir(folder) if one.endswith("-omp"))
    names = [one for one in names if re.fullmatch(tools.programs or ".*", one)]
    return name, folder, [kind(tools, flags.split(), os.path.join(folder, one)) for one in names]


def main():
    parser = options()
    parser.add_argument("--budget", type=float, default=float("inf"), help="begin no program and no run after so many seconds")
    parser.add_argument("--sizes", action="store_true", help="run nothing; tell which powers of two divide the sizes above 31")
    tools = parser.parse_args()
    ends = time.monotonic() + tools.budget
    tools.over = lambda: time.monotonic() > ends
    name, folder, programs = prepared(tools, Program)
    if tools.sizes:
        return print_sizes(programs)
    found = []
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        for facts in pool.map(Program.facts, programs):
            if facts is not None:
                print(facts["name"], facts["failure"] or f"{len(facts['runs'])} runs", file=sys.stderr, flush=True)
                found.append(facts)
    status, commit = sh(["git", "-C", folder, "rev-parse", "--short=12", "HEAD"], 20)
    commit = "unknown" if status else commit
    with open(os.path.join(tools.work, "programs.json"), "w") as file:
        json.dump({"code": name, "commit": commit.strip(), "left": len(programs) - len(found), "programs": found}, file, indent=1)


if __name__ == "__main__":
    main()
