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
from collections import namedtuple
import sys
import tempfile
from math import comb, factorial

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

CONTEXT_ALONE = "source --context-sensitive"
# A row of the paper's table 1: executions, states, seconds, and whether there were more.
Printed = namedtuple("Printed", "executions states seconds more", defaults=[False])


def table_1(program, name, traces, own, paper, **fixed):
    """Rows of ISSTA 2019, table 1, by size. `paper`: of each size what it has for DPORcs, for ODPOR
    with observers and for both, as (executions, states, seconds). `own`: functions of the size."""
    no_chance = {"naive": None, "sleep": None, "dpor": None, "unfold --k=1": None,
                 "unfold --k=2": None, "unfold --k=3": None}
    return [Row(program, {name: size, **fixed}, traces(size),
                {**no_chance, **{algorithm: count(size) for algorithm, count in own.items()}},
                {algorithm: Printed(*given)
                 for algorithm, given in zip((CONTEXT_ALONE, OBSERVERS, BOTH), printed)})
            for size, printed in paper.items()]


def quicksort_parts(n):
    """How many parts with at least two numbers bench/actor_quicksort.c has to sort."""
    numbers = [(5 * i + n // 2) % 16 for i in range(n)]

    def parts(start, end):
        if end - start < 2:
            return 0
        middle = start
        for i in range(start + 1, end):
            if numbers[i] < numbers[start]:
                middle += 1
                numbers[i], numbers[middle] = numbers[middle], numbers[i]
        numbers[start], numbers[middle] = numbers[middle], numbers[start]
        return 1 + parts(start, middle) + parts(middle + 1, end)
    return parts(0, n)


def halves(count):
    """Each part has two halves that report in either order, and that leads to the same state."""
    def traces(size):
        return 2 ** count(size)
    return traces, {OBSERVERS: traces, CONTEXT_ALONE: lambda _: 1, CONTEXT: lambda _: 1,
                    BOTH: lambda _: 1}


def slot_traces(n):
    """bench/actor_slot.c with observers: of the puts between two looks only the last one matters,
    and of those at the end none. All orders of n puts of each producer and n looks, by that."""
    def orders(a, b, looks):
        if not a + b + looks:
            yield ""
        for event, left in ("a", (a - 1, b, looks)), ("b", (a, b - 1, looks)), ("-", (a, b, looks - 1)):
            if min(left) >= 0:
                yield from (event + rest for rest in orders(*left))

    def what_matters(order):
        *seen, last = order.split("-")
        return *((sorted(puts), puts[-1:]) for puts in seen), sorted(last)
    return len({str(what_matters(order)) for order in orders(n, n, n)})


FIBONACCI = (1, 1, 2, 3, 5, 8, 13)  # leaves of the tree of calls: one more than inner nodes

ACTORS = [
    *table_1("absolute", "N", factorial, {OBSERVERS: lambda n: n, BOTH: lambda _: 1},
             {2: ((4, 28, 0.02), (2, 15, 0.01), (1, 12, 0.01)),
              3: ((54, 577, 0.30), (2, 26, 0.02), (1, 23, 0.02)),
              4: ((2000, 33000, 29.34), (2, 44, 0.04), (1, 40, 0.05)),
              5: ((4000, 109000, 120, True), (2, 58, 0.09), (1, 54, 0.10))}),
    *table_1("actor_fib", "N", *halves(lambda n: FIBONACCI[n] - 1),
             {3: ((1, 18, 0.01), (6, 22, 0.01), (1, 18, 0.01)),
              4: ((1, 43, 0.02), (90, 250, 0.18), (1, 43, 0.03)),
              5: ((1, 99, 0.04), (4000, 11000, 22.36), (1, 99, 0.09)),
              6: ((1, 228, 0.13), (2000, 6000, 120, True), (1, 228, 0.63))}),
    *table_1("actor_quicksort", "N", *halves(quicksort_parts),
             {8: ((1, 763, 0.31), (4000, 12000, 23.67), (1, 309, 0.19)),
              10: ((1, 4000, 1.47), (6000, 31000, 120, True), (1, 607, 0.50)),
              13: ((1, 25000, 14.83), (2000, 15000, 120, True), (1, 2000, 1.68)),
              15: ((1, 99000, 72.95), (826, 10000, 120, True), (1, 3000, 3.56))}),
    *table_1("actor_mergesort", "N", *halves(lambda n: n - 1),
             {7: ((1, 70, 0.03), (2000, 4000, 5.12), (1, 68, 0.06)),
              9: ((1, 121, 0.06), (14000, 37000, 116.75), (1, 107, 0.14)),
              11: ((1, 172, 0.09), (4000, 13000, 120, True), (1, 166, 0.33)),
              14: ((1, 254, 0.14), (2000, 5000, 120, True), (1, 224, 1.08))}),
    *table_1("actor_database", "N", lambda n: factorial(n + 1),
             {OBSERVERS: lambda n: n * 2 ** (n - 1) + 1, BOTH: lambda n: n + 1},
             {5: ((361, 5000, 2.89), (32, 210, 0.24), (4, 65, 0.09)),
              6: ((2000, 21000, 66.59), (64, 451, 0.73), (4, 73, 0.14)),
              7: ((3000, 26000, 120, True), (128, 964, 2.23), (5, 109, 0.28)),
              8: ((3000, 27000, 120, True), (256, 3000, 6.78), (5, 117, 0.44))}),
    *table_1("actor_buffer", "N", lambda n: comb(2 * n, n), {OBSERVERS: lambda n: comb(2 * n, n)},
             {3: ((11, 38, 0.02), (20, 49, 0.03), (5, 23, 0.02)),
              5: ((80, 326, 0.13), (252, 671, 0.56), (17, 103, 0.09)),
              7: ((580, 3000, 1.18), (4000, 10000, 18.02), (65, 459, 0.82)),
              8: ((5000, 21000, 12.49), (10000, 28000, 120, True), (257, 3000, 15.87))}),
    *rows("actor_slot", "N", {n: factorial(3 * n) // factorial(n) ** 3 for n in (1, 2, 3)},
          own={OBSERVERS: {n: slot_traces(n) for n in (1, 2, 3)}, BOTH: {1: 1, 2: 1, 3: 1},
               "naive": dict.fromkeys((1, 2, 3)), "sleep": dict.fromkeys((1, 2, 3)),
               "dpor": dict.fromkeys((1, 2, 3))}),
    # Nobody has counted the traces of these but Ravel: no test, only a table.
    *table_1("lamport", "N", lambda _: None, {},
             {2: ((37, 605, 0.30), (30, 470, 0.59), (26, 456, 0.46))}),
    *table_1("actor_mapreduce", "MAPPERS", lambda _: None, {},
             {3: ((9, 162, 0.114), (118, 856, 2.961), (9, 162, 0.185))}),
    *table_1("actor_network", "PACKETS", lambda _: None, {},
             {2: ((22, 242, 0.083), (58, 287, 0.229), (16, 83, 0.052))}),
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
    "Objects with tasks (ISSTA 2019, table 1)": [row for row in ACTORS if row.traces],
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


def printed_executions(paper):
    return paper.executions if isinstance(paper, Printed) else paper


def printed_more(paper):
    """Its run was broken off."""
    return isinstance(paper, Printed) and paper.more


def show(row, algorithm, run):
    unfinished = "" if run.finished else ">"
    print(FORMAT.format(
        row.program, row.size(), algorithm, row.expected(algorithm), f"{unfinished}{run.traces}",
        f"{unfinished}{run.blocked}", printed_executions(row.paper.get(algorithm, "")),
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
