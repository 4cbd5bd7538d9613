#!/usr/bin/env python3
"""Measures what programs of public codes copy between host and device, as written and with `--warp-transfers=on`; writes a page.

    transfers.py --warpcc PROGRAM --warpctl PROGRAM --llvm PREFIX --work FOLDER --page FILE --origin TEXT CODE=FOLDER[:FLAGS]…

Programs are built for the host's processor as the device, where regions stay as written and only the transfers change, and run under
`warpctl transfers` in small sizes. WORK receives a folder for each program: what is there is not built nor run again, but for what warpcc
makes anew.
"""
import argparse
import concurrent.futures
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

public = importlib.import_module("simulate-public")
# No size is larger than these, the first that ends in time counts; and nothing is done more often than that.
CAPS = ((256, 10), (32, 3))
# Programs from before C99 are compiled, too.
OLD = [f"-Wno-error={what}" for what in ("implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-function-pointer-types")]
MAIN = re.compile(r"^\s*(?:int|void|auto)?\s*main\s*\(", re.M)
TARGET = re.compile(r"omp\s+target|omp\s*\\\s*target")
# Options and arguments of codes whose makefiles do not say both; a program's own folder is the current one.
MORE = {
    "PolyBench-ACC": (["-DSMALL_DATASET", "-DPOLYBENCH_DUMP_ARRAYS"], [[]]),
    "rocHPCG": ([], [["--nx=16", "--ny=16", "--nz=16", "--rt=1"]]),
}

# Why programs that copy in vain stay as they are, read from their sources by hand: patterns of names.
READ = {
    "the host writes the data between constructs, with the same values": r"Intro/target_data_update.*|channelS.*|extend2-omp|sampling-omp|wsm5-omp",
    "devices write the values that the host has, and the host reads them": r"Rodinia/backprop.*|lulesh-omp",
    "no region: the program measures copies": r"memcpy-omp",
    "structures with pointers, and functions of other files between the updates": r"rocHPCG",
    "`nowait`": r"C/Nowait",
    "objects for methods that the unit does not define, or that a region's statements do not name": r".*member_function.*|.*virtual_methods.*",
    "records of regions whose statements are not all followed": r"aop-omp",
}


def text_of(path):
    with open(path, errors="replace") as file:
        return file.read()


class Program:
    """A program of a code: sources, options, and arguments to try."""

    def __init__(self, tools, code, name, folder, sources, flags, trials):
        self.tools, self.code, self.name, self.folder = tools, code, name, folder
        self.sources, self.flags, self.trials = sources, flags, trials
        self.work = os.path.join(tools.work, code, name.replace("/", "-"))

    def build(self, options, executable):
        is_c = all(source.endswith(".c") for source in self.sources) and not any("-std=c++" in flag for flag in self.flags)
        plus = "" if is_c else "++"
        clang = f"{self.tools.llvm}/bin/clang{plus}"
        words = [self.tools.warpcc + plus, f"--warp-clang={clang}", "--warp-budget-ms=0", *options, "-O2", "-w", *OLD, "-gline-tables-only", "-fopenmp",
                 "-fopenmp-targets=x86_64-pc-linux-gnu", *self.sources, *self.flags, "-lm", "-o", f"{self.work}/{executable}"]
        environment = dict(os.environ, WARPCC_STRICT="1", WARPCC_MEMORY_MB="0")
        return public.sh(words, 300, cwd=self.folder, env=environment)

    def run(self, executable, words):
        """Status, output, and what was copied."""
        counts = f"{self.work}/{executable}.json"
        limit = self.tools.limit
        command = ["bash", "-c", f'ulimit -t {limit}; exec "$@"', "run", self.tools.warpctl, "transfers", "--quiet", "--json", counts,
                   f"{self.work}/{executable}", *words]
        environment = dict(os.environ, OMP_NUM_THREADS="1", OMP_TARGET_OFFLOAD="MANDATORY")
        if os.path.exists(counts):
            os.remove(counts)
        status, said = public.sh(command, limit * 10, cwd=self.folder, env=environment)
        if status or not os.path.exists(counts):
            return status or 1, said, None
        with open(counts) as file:
            every = json.load(file)["all"]
        ways = [every["to_device"], every["to_host"]]
        total = lambda key: sum(way[key] for way in ways)
        return 0, said, {"bytes": total("bytes"), "copies": total("copies"), "unneeded": total("unneeded_bytes")}

    def facts(self):
        os.makedirs(self.work, exist_ok=True)
        kept = f"{self.work}/facts.json"
        facts = {}
        if os.path.exists(kept):
            with open(kept) as file:
                facts = json.load(file)
        if self.tools.kept:
            return {"code": self.code, "name": self.name, **facts} if facts else None
        if facts.get("failure") and self.tools.again or facts.get("made", 0) < os.path.getmtime(self.tools.warpcc):
            facts = self.measured(facts)
            facts.update(made=time.time(), limit=self.tools.limit)
            with open(kept, "w") as file:
                json.dump(facts, file)
        return {"code": self.code, "name": self.name, **facts}

    def measured(self, old):
        """What is known of the program now; what is `old` and still holds is not measured again."""
        saved = f"{self.work}/saved"
        shutil.rmtree(saved, ignore_errors=True)
        if old.get("failure") and old.get("limit", 0) >= self.tools.limit and not self.tools.again:
            return old
        status, said = self.build(["--warp-transfers=on", f"--warp-save-source={saved}"], "after")
        if status:
            plain, first = self.build(["--warp-mode=off"], "before")
            if plain:
                return {"failure": "not built: " + public.reason(plain, first)}
            return {**old, "fault": "not built: " + public.reason(status, said)}
        texts = sorted(os.path.join(at, name) for at, _, names in os.walk(saved) for name in names)
        changed = hashlib.sha256("".join(map(text_of, texts)).encode()).hexdigest() if texts else None
        if old.get("changed", "") == changed and "before" in old and not old.get("fault"):
            return old
        facts = {"changed": changed, "failure": None, "fault": None, "arguments": old.get("arguments"), "before": old.get("before")}
        if changed and not os.path.exists(f"{self.work}/before"):
            status, said = self.build(["--warp-mode=off"], "before")
            if status:
                return {"failure": "not built: " + public.reason(status, said)}
        elif not changed:
            shutil.copy(f"{self.work}/after", f"{self.work}/before")
        tried = self.trials if facts["before"] is None else [facts["arguments"]]
        for words in tried:
            status, first, before = self.run("before", words)
            if not status:
                break
        if status:
            long = status in (124, 137, -9)
            return {**facts, "failure": "not run: " + ("takes too long" if long else public.reason(status, first))}
        facts.update(arguments=words, before=before, after=before)
        if changed:
            plain = [first, self.run("before", words)[1]]
            status, new, facts["after"] = self.run("after", words)
            if status:
                facts["fault"] = f"ends with {status}: " + public.reason(status, new)
            elif difference(plain, new):
                # Times that are printed may be equal twice.
                plain += [self.run("before", words)[1] for _ in range(6)]
                facts["fault"] = difference(plain, new)
        return facts


def difference(plain, new):
    """How an output differs in lines that are the same in all of the `plain` ones; `None` where it does not."""
    lines = [one.splitlines() for one in (*plain, new)]
    if len({len(own) for own in lines[:-1]}) > 1:
        return None
    if len(lines[0]) != len(lines[-1]):
        return f"prints {len(lines[-1])} lines, not {len(lines[0])}"
    odd = sum(len(set(line[:-1])) == 1 and line[0] != line[-1] for line in zip(*lines))
    return f"{odd} lines of its output differ" if odd else None


def of_cuda(folder):
    """What a makefile compiles as C++ by `-x c++`, though its name is CUDA's."""
    _, said = public.sh(["make", "-n", "-B", "run", "CC=clang++", "LAUNCHER="], 20, cwd=folder)
    names = [word for line in said.splitlines() if "-x c++" in line for word in line.split() if word.endswith(".cu")]
    return ["-x", "c++", *dict.fromkeys(names), "-x", "none"] if names else []


def of_hecbench(tools, code, folder, flags):
    for name in sorted(one for one in os.listdir(folder) if one.endswith("-omp")):
        at = os.path.join(folder, name)
        if tools.is_wanted(name):
            sources, own, command = public.of_make(at)
            sources += of_cuda(at)
            if sources and command is not None:
                trials = [public.sized(command, times, lambda _, value: min(value, cap)) for cap, times in CAPS]
                yield Program(tools, code, name, at, sources, own + flags, trials)


def of_sources(tools, code, folder, flags):
    """Each file with a `main` is a program, with the files beside and below it that have none."""
    more, trials = MORE.get(code, ([], [[]]))
    for at, _, names in sorted(os.walk(folder)):
        own = sorted(name for name in names if public.SOURCE.match(name))
        for name in (name for name in own if MAIN.search(text_of(os.path.join(at, name)))):
            short = os.path.relpath(at if sum(bool(MAIN.search(text_of(os.path.join(at, one)))) for one in own) == 1 else os.path.join(at, name), folder)
            if not tools.is_wanted(short):
                continue
            below = [os.path.relpath(os.path.join(up, one), at) for up, _, files in sorted(os.walk(at)) for one in sorted(files) if public.SOURCE.match(one)]
            sources = [name] + [one for one in below if not MAIN.search(text_of(os.path.join(at, one)))]
            makefile = os.path.join(at, "Makefile")
            said = text_of(makefile).replace("\\\n", " ") if os.path.exists(makefile) else ""
            listed = re.search(r"^SRC_OBJS=(.*)", said, re.M)
            if listed:
                listed = [os.path.normpath(one.replace("$(SRC_DIR)", ".")) for one in listed.group(1).split()]
                sources = [one for one in listed if os.path.exists(os.path.join(at, one))]
            if code == "PolyBench-ACC":
                sources.append(os.path.join(folder, "utilities/polybench.c"))
            if not any(TARGET.search(text_of(os.path.join(at, one))) for one in sources):
                continue
            words = re.search(r"^INPUT_FLAGS=(.*)", said, re.M)
            tried = [words.group(1).split()] if words else trials
            yield Program(tools, code, short, at, sources, more + flags, tried)


def share(part, whole):
    """Of bytes in vain those that are gone; a host that does not look at a result needs less than is told to be needed."""
    return f"{min(100, 100 * part / whole):.1f} %" if whole else "-"


def page(found, left, tools):
    found = [dict(one, name=one["code"] if one["name"] == "." else one["name"]) for one in found]
    ran = [one for one in found if one.get("before") and one.get("after")]
    again = [one for one in ran if one["before"]["unneeded"] > 0]
    again.sort(key=lambda one: (one["code"], one["name"]))
    faults = [one for one in found if one.get("fault")]
    more = [one for one in ran if one["after"]["bytes"] > one["before"]["bytes"]]
    calls = [one for one in ran if one["after"]["copies"] > one["before"]["copies"]]
    lines = [
        "# What public programs copy, as written and with `--warp-transfers=on`",
        "",
        "Written by `scripts/transfers.sh` over public codes that are fetched, never part of this repository. Each program is built by warpcc for the",
        "host's processor as the device, where only the transfers change, and run in small sizes under `warpctl transfers`, as written and with the switch",
        "on. *Needed* is what is left of the bytes as written without copies of what the target holds already; what kernels read and write is",
        "not known there. *Gone* is the share of the bytes in vain that the switch takes away. Bytes in vain are told by their values: where the host or a",
        "device writes the values that were there before, the copy counts, too, though no analysis of the text can know it.",
        *([tools.note] if tools.note else []),
        *([f"Of {len(found) + left} programs {left} were not tried for want of time."] if left else []),
        "",
        *tools.origin.splitlines(),
        "",
        "| code | programs | run | copy in vain | changed | bytes as written | with the switch | needed | gone | copies as written | with the switch |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]

    def row(name, own):
        there = [one for one in own if one in ran]
        total = lambda when, key: sum(one[when][key] for one in there)
        before, after = total("before", "bytes"), total("after", "bytes")
        vain = total("before", "unneeded")
        return (f"| {name} | {len(own)} | {len(there)} | {sum(one in again for one in there)} | {sum(bool(one.get('changed')) for one in there)} | {before} | {after} "
                f"| {before - vain} | {share(before - after, vain)} | {total('before', 'copies')} | {total('after', 'copies')} |")

    codes = sorted({one["code"] for one in found})
    lines += [row(code, [one for one in found if one["code"] == code]) for code in codes] + [row("all", found)]
    gone = [1 - min(1, max(0, (one["after"]["bytes"] - one["before"]["bytes"] + one["before"]["unneeded"]) / one["before"]["unneeded"])) for one in again]
    lines += [
        "",
        f"Outputs that differ, or rewritten programs that fail: {len(faults)}. Programs that copy more bytes with the switch: {len(more)}; more often: {len(calls)}. Of a program's bytes in",
        f"vain {100 * sum(gone) / max(1, len(gone)):.1f} % are gone in the mean; at least 80 % in {sum(one >= 0.8 for one in gone)} of {len(gone)} programs.",
    ]
    lines += [f"- {one['code']} {one['name']}: {one['fault']}" for one in faults]
    lines += [f"- {one['code']} {one['name']}: {one['before']['bytes']} → {one['after']['bytes']} bytes" for one in more]
    lines += ["", "## Programs that copy in vain", "", "| code | program | bytes as written | with the switch | needed | gone | copies as written | with the switch |",
              "|---|---|--:|--:|--:|--:|--:|--:|"]
    for one in again:
        old, new = one["before"], one["after"]
        lines.append(f"| {one['code']} | {one['name']} | {old['bytes']} | {new['bytes']} | {old['bytes'] - old['unneeded']} "
                     f"| {share(old['bytes'] - new['bytes'], old['unneeded'])} | {old['copies']} | {new['copies']} |")
    lines += ["", "## Why programs stay as they are", "", "Of the programs above those that the switch does not change, by what is in its way; read from their sources by hand.", "",
              "| reason | programs | bytes in vain | |", "|---|--:|--:|---|"]
    stay = [one for one in again if not one.get("changed")]
    for why, pattern in [*READ.items(), ("not read", r".*")]:
        own = [one for one in stay if re.fullmatch(pattern, one["name"])]
        stay = [one for one in stay if one not in own]
        if own:
            lines.append(f"| {why} | {len(own)} | {sum(one['before']['unneeded'] for one in own)} | {', '.join(one['name'] for one in own)} |")
    failed = {}
    for one in found:
        if one.get("failure"):
            failed.setdefault(one["failure"], []).append(one["name"])
    lines += ["", "## Not measured", ""]
    lines += [f"- {why}: {', '.join(names)}" for why, names in sorted(failed.items())]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    for option in ("warpcc", "warpctl", "llvm", "work", "page", "origin"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--limit", type=int, default=5, help="seconds of the processor for one run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--note", help="a sentence for the page: which programs were chosen, say")
    parser.add_argument("--kept", action="store_true", help="run nothing: write the page of what was measured")
    parser.add_argument("--again", action="store_true", help="try programs again that failed")
    parser.add_argument("--programs", help="a regular expression: look at these alone")
    parser.add_argument("codes", nargs="+")
    tools = parser.parse_args()
    tools.is_wanted = lambda name: re.fullmatch(tools.programs or ".*", name)
    tools.work = os.path.abspath(tools.work)
    programs = []
    for code in tools.codes:
        name, place = code.split("=", 1)
        folder, _, flags = place.partition(":")
        kind = of_hecbench if name == "HeCBench" else of_sources
        programs += kind(tools, name, os.path.abspath(folder), flags.split())
    found = []
    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        for facts in filter(None, pool.map(Program.facts, programs)):
            found.append(facts)
            told = facts.get("failure") or facts.get("fault") or ("changed" if facts.get("changed") else "unchanged")
            print(facts["code"], facts["name"], told, facts.get("before"), facts.get("after") if facts.get("changed") else "", file=sys.stderr, flush=True)
    with open(tools.page, "w") as file:
        file.write(page(found, len(programs) - len(found), tools))


if __name__ == "__main__":
    main()
