#!/usr/bin/env python3
"""The tables of the papers: how many traces each program has, and how many we explore.

Every algorithm must find exactly the number of traces; optimal must begin no exploration in vain.
`in all` is traces and blocked explorations together, `paper` what the paper reports for that.
An algorithm that does not finish in time is left out for the larger sizes of that program.

usage: tables.py [--small] [PROGRAM ...]
Environment: RAVEL, the command; ALGORITHMS, separated by commas, each with options of its own if it
has any; SECONDS, the limit for each run.
"""

import argparse
import os
import re
import sys
import tempfile
from math import factorial

from measure import build, check

ALGORITHMS = os.environ.get(
    "ALGORITHMS", "naive,sleep,dpor,source,optimal,optimal --observers,optimal --context-sensitive,"
    "optimal --context-sensitive --observers,unfold").split(",")
SECONDS = int(os.environ.get("SECONDS", "60"))
SMALL = 700  # traces: `--small` runs what has no more


def alone(algorithm):
    """Without --jobs."""
    return re.sub(r" -j\d+", "", algorithm)


class Row:
    """A program at one size. `own`: counts of algorithms that do not find exactly the traces, None
    for one that has no chance to finish; `paper`: explorations in all, as printed; `most`: blocked
    explorations of another tool, which ours may not exceed."""

    def __init__(self, program, defines, traces, own=None, paper=None, most=None):
        self.program, self.defines, self.traces = program, defines, traces
        self.own, self.paper, self.most = own or {}, paper or {}, most or {}

    def size(self):
        return ",".join(f"{name}={value}" for name, value in self.defines.items())

    def expected(self, algorithm):
        """None: this algorithm is not meant for this row. What comes out is the same with any number
        of workers."""
        algorithm = alone(algorithm)
        if "--observers" in algorithm:
            algorithm = algorithm.replace("source", "optimal")
        if algorithm in self.own:
            return self.own[algorithm]
        fewer = "--observers" in algorithm or "--context-sensitive" in algorithm
        return None if algorithm == "naive" or fewer else self.traces


def rows(program, name, counts, own=None, paper=None, most=None, **fixed):
    """One row for each size in `counts`; the tables are indexed by algorithm, then by size."""
    def at(size, table):
        return {key: sizes[size] for key, sizes in (table or {}).items() if size in sizes}
    return [Row(program, {name: size, **fixed}, traces, at(size, own), at(size, paper),
                at(size, most))
            for size, traces in counts.items()]


OBSERVERS = "optimal --observers"
CONTEXT = "optimal --context-sensitive"
BOTH = "optimal --context-sensitive --observers"

SOURCE_SETS = [
    Row("two_writes", {}, 3, own={"naive": 6}),
    *rows("readers", "N", {2: 4, 8: 256, 13: 8192}, paper={"dpor": {2: 5, 8: 3281, 13: 797162}}),
    *rows("lastzero", "N", {5: 64, 10: 3328, 15: 147456},
          paper={"dpor": {5: 241, 10: 53198, 15: 9378091}, "source": {5: 79, 10: 7204, 15: 302587}},
          most={"source": {5: 33, 10: 16867}}),
    *rows("indexer", "N", {11: 1, 12: 8, 15: 4096}, own={"sleep": dict.fromkeys((11, 12, 15))},
          paper={"dpor": {12: 78, 15: 341832}}, most={"source": {11: 0, 12: 0, 15: 0}}),
    *rows("filesystem", "N", {13: 1, 14: 2, 16: 8, 18: 32, 19: 64},
          own={"sleep": dict.fromkeys((13, 14, 16, 18, 19))},
          paper={"dpor": {14: 4, 16: 64, 18: 1024, 19: 4096}}),
    # A message that asks for a lock and one that releases it are ordered, unless observers see that
    # no receive can take either: then the paper's figures come out, one order for each two threads
    # that meet, and otherwise two.
    *rows("filesystem_messages", "N", {13: 1, 14: 4, 16: 64, 18: 1024, 19: 4096},
          own={"sleep": dict.fromkeys((13, 14, 16, 18, 19)),
               OBSERVERS: {13: 1, 14: 2, 16: 8, 18: 32, 19: 64}},
          paper={OBSERVERS: {14: 2, 16: 8, 18: 32, 19: 64}}),
    *rows("control_flow", "N", {n: 4 * n + 1 for n in range(1, 10)},
          paper={"source": dict(zip(range(1, 10), (8, 20, 41, 78, 145, 268, 373, 674, 1222)))}),
    Row("control_flow", {"N": 1, "AS_PRINTED": 1}, 7),
    *rows("wakeup_stress", "N", {n: 2 * factorial(n) for n in range(1, 9)}),
    Row("await", {}, 8),
    Row("await", {"UNUSED": 1}, 2),
    Row("two_messages", {}, 3),
    *rows("fib", "N", {4: 1107, 5: 8953, 6: 73789}, JOIN=1),
    *rows("fib", "N", {4: 19605, 5: 218243, 6: 2364418}, JOIN=0),
    *rows("writers", "N", {n: factorial(n) for n in (3, 6, 8)}, own={OBSERVERS: {3: 1, 6: 1, 8: 1}}),
]

CONTEXT_SENSITIVE = [
    Row("running_example", {}, 6,
        own={OBSERVERS: 5, CONTEXT: 2, "source --context-sensitive": 2, BOTH: 1}),
    *rows("last_write", "N", {n: factorial(n) for n in (3, 5, 7)},
          own={OBSERVERS: {n: n for n in (3, 5, 7)}, BOTH: {n: n for n in (3, 5, 7)}}),
    *rows("last_write", "N", {n: factorial(n) for n in (3, 5, 7)},
          own={OBSERVERS: {n: n for n in (3, 5, 7)}, BOTH: {n: 1 for n in (3, 5, 7)}},
          paper={OBSERVERS: {n: n for n in (3, 5, 7)}, BOTH: {n: 1 for n in (3, 5, 7)},
                 "source --context-sensitive": {3: 6, 5: 120}}, ASSERT=1),
    *rows("floating_read", "N", {n: factorial(n + 1) for n in (3, 5, 7)},
          own={OBSERVERS: {n: n * 2 ** (n - 1) + 1 for n in (3, 5, 7)},
               BOTH: {n: n + 1 for n in (3, 5, 7)}},
          paper={OBSERVERS: {3: 13, 5: 81, 7: 449}, BOTH: {3: 8, 5: 29, 7: 68},
                 "source --context-sensitive": {3: 17, 5: 416}}),
    *rows("floating_read", "N", {n: factorial(n + 1) for n in (4, 6)},
          own={OBSERVERS: {n: n * 2 ** (n - 1) + 1 for n in (4, 6)}, BOTH: {n: 1 for n in (4, 6)},
               CONTEXT: {n: factorial(n) for n in (4, 6)}},
          paper={OBSERVERS: {4: 33, 6: 193}, BOTH: {n: 1 for n in (4, 6)},
                 "source --context-sensitive": {4: 24, 6: 720}}, ASSERT=1),
]

def with_blocked(traces, *blocked):
    """What the paper's tool explores in all with k = 1, 2, ..., given its blocked explorations."""
    return {f"unfold --k={k}": {size: traces[size] + n for size, n in sizes.items()}
            for k, sizes in enumerate(blocked, 1)}


DISPATCHER = {2: 137, 3: 1482, 4: 15282}
PRODUCERS_CONSUMERS = {2: 60, 3: 2958, 4: 314064}
POOL = {7: 2440, 8: 3700, 9: 5332, 10: 7384, 11: 9904, 12: 12940}

QUASI_OPTIMAL = [
    *rows("master", "N", {n: 2 * n for n in (3, 6, 12)}),
    Row("entangled_locks", {}, 3),
    *rows("dispatcher", "R", DISPATCHER, S=5,
          paper=with_blocked(DISPATCHER, {2: 1039, 3: 11167, 4: 105971}, {2: 43, 3: 595, 4: 6353},
                             {2: 0, 3: 1, 4: 213})),
    *rows("mpat", "N", {n: factorial(n) * 2 ** n for n in (4, 5, 6, 7)}),
    *rows("producers_consumers", "P", PRODUCERS_CONSUMERS, W=5,
          paper=with_blocked(PRODUCERS_CONSUMERS, {2: 560, 3: 50664}, {2: 0, 3: 2578},
                             {2: 0, 3: 0, 4: 29597})),
    *rows("pi", "N", {n: factorial(n) for n in (5, 6, 7, 8)}),
    *rows("pool", "N", POOL, K=3,
          paper=with_blocked(POOL, {7: 72022, 8: 214737, 9: 592219},
                             {7: 1271, 8: 2771, 9: 4659, 10: 8518, 11: 12461, 12: 20441},
                             {7: 6, 8: 10, 9: 15, 10: 21, 11: 28, 12: 36})),
]

TABLES = {
    "Source sets (J. ACM 2017, POPL 2005)": SOURCE_SETS,
    "Context sensitivity and observers (ISSTA 2019)": CONTEXT_SENSITIVE,
    "Quasi-optimal POR (CAV 2018)": QUASI_OPTIMAL,
}

FORMAT = "{:<20} {:<16} {:<44} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>9} {:>7}"


def complaint(row, algorithm, run):
    if not run.finished:
        return f"the verdict is {run.verdict}"
    expected = row.expected(algorithm)
    if run.traces != expected:
        return f"{run.traces} traces where {expected} are expected"
    if (algorithm.startswith("optimal") or algorithm == "unfold") and run.blocked:
        return f"{run.blocked} blocked explorations where none may be"
    most = row.most.get(alone(algorithm), run.blocked)
    if run.blocked > most:
        return f"{run.blocked} blocked explorations, more than {most}"
    return None


def show(row, algorithm, run):
    unfinished = "" if run.finished else ">"
    print(FORMAT.format(
        row.program, row.size(), algorithm, row.expected(algorithm), f"{unfinished}{run.traces}",
        f"{unfinished}{run.blocked}", row.paper.get(algorithm, ""),
        f"{unfinished}{run.traces + run.blocked}", f"{run.cpu_seconds:.2f}",
        f"{run.traces / run.cpu_seconds:.0f}" if run.cpu_seconds else "", f"{run.peak_mib:.0f}"),
        f"stopped after {SECONDS} s" if run.verdict == "incomplete" else "", flush=True)


def show_head(title):
    print(f"\n{title}")
    print(FORMAT.format("program", "size", "algorithm", "expected", "traces", "blocked", "paper",
                        "in all", "CPU s", "traces/s", "MiB"))


def run_table(table, wanted, as_test, directory):
    """Yields, for each run that counts, what is wrong with it, or None. As a test, all runs count
    and only what is wrong is shown."""
    given_up = set()
    for row in filter(wanted, table):
        for algorithm in ALGORITHMS:
            if row.expected(algorithm) is None or (row.program, algorithm) in given_up:
                continue
            run = check(build(row.program, row.defines, directory), algorithm, SECONDS, directory)
            if not as_test:
                show(row, algorithm, run)
            if run.verdict == "incomplete" and not as_test:
                given_up.add((row.program, algorithm))
                continue
            wrong = complaint(row, algorithm, run)
            if wrong:
                print(f"FAIL {row.program} {row.size()} [{algorithm}]: {wrong}", flush=True)
            yield wrong


def main():
    parser = argparse.ArgumentParser(description="Print the papers' tables.")
    parser.add_argument("--small", action="store_true", help="as a test: only what takes no time")
    parser.add_argument("programs", nargs="*", help="only these programs")
    options = parser.parse_args()

    def wanted(row):
        return ((not options.small or row.traces <= SMALL)
                and (not options.programs or row.program in options.programs))

    outcomes = []
    with tempfile.TemporaryDirectory(prefix="ravel-bench-") as directory:
        for title, table in TABLES.items():
            if not options.small:
                show_head(title)
            outcomes += run_table(table, wanted, options.small, directory)
    failed = sum(1 for wrong in outcomes if wrong)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
