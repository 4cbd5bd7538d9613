#!/usr/bin/env python3
"""Counts which steps warpcc's changes have in public codes, and writes a page.

    steps.py --after FOLDER --llvm PREFIX --cuda FOLDER --page PAGE [--own NAME] NAME=FOLDER[:FLAGS] ...

FOLDER of `--after` holds `warpcc` and `warpctl`. Each unit is given to warpcc as survey.py does (`-fsyntax-only`, for
nvptx64), which rewrites it and has clang look at the rewritten text. A cache that survey.py has filled with
the same warpcc serves here too. The code named by `--own` is this repository's: its steps are counted apart
from those of public codes.
"""
import collections
import os
import statistics
import sys

import coverage
import survey

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Of a step that fires less often than this, the places are named.
RARE = 5
TEST, INSTANCE, INSIDE = "behind a host test", "instances of templates", "inside a target region"

Place = collections.namedtuple("Place", "code own at function steps gain parallelism written")


def kinds():
    """The names of all steps, as the list of the transformations' pages has them."""
    with open(os.path.join(ROOT, "docs", "transformations", "README.md")) as file:
        rows = [line for line in file if line.startswith("| [")]
    return [row[len("| ["):row.index("]")] for row in rows]


def own_and_inner(steps):
    """The steps, and those of the parts into which they divide a region."""
    for step in steps:
        yield step
        for part in step.get("parts", []):
            yield from own_and_inner(part["steps"])


def rows_of(region):
    """The rows of the table to which a planned change belongs."""
    plan = region["plan"]
    guard = plan.get("guard") or {}
    rows = {step["kind"] for step in own_and_inner(plan["steps"] + guard.get("otherwise", []))}
    rows |= {TEST} if guard else set()
    rows |= {INSTANCE} if plan.get("instances") else set()
    return rows | ({INSIDE} if "inside" in region else set())


def in_words(steps):
    """The kinds of the steps, those of a region's parts in brackets."""
    def one(step):
        if step["kind"] == "collapse":
            return f"collapse({step['depth']})"
        parts = [in_words(part["steps"]) or "as written" for part in step.get("parts", [])]
        return step["kind"] + (f"({'; '.join(parts)})" if parts else "")
    return "+".join(one(step) for step in steps)


def place_of(code, own, folder, unit, region):
    """What the page says of one region with a plan."""
    plan = region["plan"]
    file = os.path.relpath(os.path.join(unit.folder, region["file"]), folder)
    return Place(code, own, f"{file}:{region['line']}", region["function"], in_words(plan["steps"]), plan["gain"],
                 plan.get("parallelism", 1), survey.is_changed(region))


class Suite(survey.Counts):
    """The sums of one code."""

    def __init__(self, name, own):
        super().__init__()
        self.name, self.own = name, own
        # The rows of the plans that regions with an expert's `collapse` have without it.
        self.stripped = collections.Counter()

    def take(self, tools, units, folder, fired):
        """Counts the units, and puts the places of each row's changes into `fired`."""
        for unit in units:
            sides = survey.surveyed(unit, tools)
            self["units"] += 1
            self["rejected"] += sides is None
            if sides is None:
                continue
            if sides[0] is None:
                self["failed"] += 1
                print(f"warpcc fails: {self.name} {unit.folder}/{unit.name}", file=sys.stderr)
                continue
            for region in sides[0]["report"]["regions"]:
                self.region(region, False)
                if survey.steps_of(region):
                    place = place_of(self.name, self.own, folder, unit, region)
                    for name in rows_of(region):
                        fired[name].append(place)
            for _, without in survey.experts(sides[0]):
                self["experts"] += 1
                self.stripped.update(rows_of(without) if survey.steps_of(without) else [])


def options():
    parser = survey.common()
    parser.add_argument("--own", help="the code that is this repository's")
    parser.add_argument("--absent", action="append", default=[], help="a code that could not be had, and is left out")
    parser.add_argument("codes", nargs="+")
    tools = parser.parse_args()
    tools.sides = ["after"]
    return survey.prepared(tools)


def middle_and_most(values):
    """The median and the greatest of the factors."""
    values = list(values)
    return f"{statistics.median(values):.2f}, {max(values):.2f}" if values else "-"


def row(*cells):
    return f"| {' | '.join(map(str, cells))} |"


def planned_and_written(places):
    return f"{len(places)} / {sum(place.written for place in places)}" if places else "0"


def of_suites(suites):
    """The table of the codes."""
    yield row("code", "units", "that clang rejects", "regions", "counted", "plans", "written")
    yield "|---" + "|--:" * 6 + "|"
    for suite in suites:
        yield row(suite.name, *[suite[key] for key in ("units", "rejected", "regions", "counted", "plans", "written")])


def of_steps(suites, rows, fired):
    """The table of the steps."""
    yield row("step", *[suite.name for suite in suites], "public", "gain, public", "parallelism, public", "gain, own",
              "public, stripped")
    yield "|---" + "|--:" * (len(suites) + 5) + "|"
    for name in rows:
        public = [place for place in fired[name] if not place.own]
        own = [place for place in fired[name] if place.own]
        counts = [planned_and_written([p for p in fired[name] if p.code == suite.name]) for suite in suites]
        yield row(name, *counts, planned_and_written(public), middle_and_most(p.gain for p in public),
                  middle_and_most(p.parallelism for p in public), middle_and_most(p.gain for p in own),
                  sum(suite.stripped[name] for suite in suites if not suite.own))


def of_rare(rows, fired):
    """The places of the steps that fire seldom."""
    for name in rows:
        public = [place for place in fired[name] if not place.own]
        places = fired[name] if len(fired[name]) < RARE else public
        if len(public) >= RARE:
            continue
        if not places:
            yield f"- **{name}**: nowhere" + ("." if not fired[name] else " in public codes.")
        for place in places:
            kept = "" if place.written else ", not written"
            where = f"{place.code} {place.at}, `{place.function}`"
            yield f"- **{name}**: {where}: {place.steps}, gain {place.gain:.2f}{kept}"


def page(tools, suites, fired):
    """The whole page."""
    rows = [*kinds(), TEST, INSTANCE, INSIDE]
    experts = sum(suite["experts"] for suite in suites if not suite.own)
    yield from HEAD.format(experts=experts).split("\n")
    yield from coverage.origin(tools, "scripts/steps.sh FOLDER")[1:]
    yield from ["", "## The codes", "", *of_suites(suites)]
    yield from ["", *[f"{name} is left out: it could not be fetched." for name in tools.absent]] if tools.absent else []
    yield from ["", "## The steps", "", *of_steps(suites, rows, fired)]
    unused = [name for name in rows if all(place.own for place in fired[name])]
    yield from ["", f"In no public code as it is written: {', '.join(unused) or 'none'}."]
    yield from ["", "## Where rare steps fire", "", RARE_HEAD, "", *of_rare(rows, fired)]


HEAD = """# Which steps fire

Written by `scripts/steps.sh` over the kernels of this repository (plain versions) and over public codes that are fetched, never
part of it.

- **Units** are the files that hold or include target directives. Each is compiled with `-O2` for nvptx64 (sm_90).
- **Regions** count each instance of a template, and constructs inside of target regions. **Counted**: with at least one access whose
  sectors are counted.
- **Planned / written**: the regions in whose plan a step is, and those of them whose change is written, and taken by clang. A
  step of a part of a distributed region, or of the version behind a failed test, counts once for its region.
- **Gain**: sectors as written by sectors under the plan, **parallelism**: how much more of the bandwidth warps can use. Both
  are predictions for the whole plan in which the step is; a plan is made for both together. Median, greatest.
- **Stripped**: plans for the {experts} regions of public codes that have an expert's `collapse` over several loops, analysed
  without it. Nothing is written for them.
"""

RARE_HEAD = f"""Steps in fewer than {RARE} regions of public codes, with their places there; of those in fewer than {RARE} regions of all
codes, the places in the kernels too."""


def main():
    tools = options()
    suites, fired = [], collections.defaultdict(list)
    for code in tools.codes:
        name, folder, units = coverage.named(code)
        suite = Suite(name, name == tools.own)
        suite.take(tools, units[:tools.units], folder, fired)
        suites.append(suite)
        print(name, dict(suite), file=sys.stderr, flush=True)
    with open(tools.page, "w") as file:
        file.write("\n".join(page(tools, suites, fired)) + "\n")
    return int(any(suite["failed"] for suite in suites))


if __name__ == "__main__":
    sys.exit(main())
