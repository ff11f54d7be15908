#!/usr/bin/env python3
"""How good the estimate of all executions is, after a share of them: of the papers' programs and of
random ones with at least 1,000 executions. Prints the table of doc/performance.md.

Within a factor of two means that neither is more than twice the other. The interval is what the
result calls low and high.

usage: estimate.py [--random N] [--seed N] [--programs]
Environment: RAVEL, the command; ESTIMATES, the program that explores random programs in memory
(build/test/oracle/estimates).
"""

import argparse
import json
import os
import subprocess
import tempfile

from measure import RAVEL, build
from tables import CONTEXT_SENSITIVE, QUASI_OPTIMAL, SOURCE_SETS

ESTIMATES = os.environ.get("ESTIMATES", "build/test/oracle/estimates")
SHARES = (0.01, 0.05, 0.2)
LEAST, MOST = 1000, 100000  # executions


class Estimated:
    """What there is in all, and for each share (executions, low, high)."""

    def __init__(self, name, traces, said):
        self.name, self.traces, self.said = name, traces, said

    def is_close(self, i):
        return self.traces / 2 <= self.said[i][0] <= 2 * self.traces

    def is_inside(self, i):
        return self.said[i][1] <= self.traces <= self.said[i][2]


def estimate(binary, executions, directory):
    command = [RAVEL, "check", "--quiet", "--no-scout", "--json", "-", "--max-executions",
               str(max(1, executions)), str(binary)]
    done = subprocess.run(command, capture_output=True, cwd=directory, check=False)
    said = json.loads(done.stdout)["estimate"]
    return said["executions"], said["low"], said["high"]


def papers(directory):
    for row in SOURCE_SETS + CONTEXT_SENSITIVE + QUASI_OPTIMAL:
        if LEAST <= row.traces <= MOST:
            binary = build(row.program, row.defines, directory)
            said = [estimate(binary, int(share * row.traces), directory) for share in SHARES]
            yield Estimated(f"{row.program}({row.size()})", row.traces, said)


def random_programs(seed, count):
    command = [ESTIMATES, str(seed), str(count), str(LEAST), "optimal",
               *(str(int(1000 * share)) for share in SHARES)]
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        name, traces, *said = map(int, line.split())
        yield Estimated(name, traces, list(zip(said[0::3], said[1::3], said[2::3])))


def show(title, programs):
    print(f"| {title} | | | |")
    for i, share in enumerate(SHARES):
        close = sum(p.is_close(i) for p in programs)
        inside = sum(p.is_inside(i) for p in programs)
        print(f"| after {share:.0%} | {len(programs)} | {close} ({close / len(programs):.0%}) | "
              f"{inside} ({inside / len(programs):.0%}) |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measure the estimate of all executions.")
    parser.add_argument("--random", type=int, default=200, help="how many random programs")
    parser.add_argument("--seed", type=int, default=1000000, help="of the first of them")
    parser.add_argument("--programs", action="store_true", help="each of the papers' programs too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ravel-estimate-") as directory:
        known = list(papers(directory))
    print("| | programs | within a factor of two | inside the interval |\n|---|---|---|---|")
    show("papers' programs", known)
    if options.random:
        show("random programs", list(random_programs(options.seed, options.random)))
    if options.programs:
        print(f"\n| program | executions | after {SHARES[1]:.0%} |\n|---|---|---|")
        for program in known:
            print(f"| {program.name} | {program.traces} | {program.said[1][0]} |")


if __name__ == "__main__":
    main()
