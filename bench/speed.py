#!/usr/bin/env python3
"""What an execution and an event cost: executions per second of readers(13), and nanoseconds and
instructions per event, new and replayed, of a long two-thread program at growing lengths.

Times are CPU time of the whole command, less that of a run with one execution: what is left is
exploration. Instructions are counted by callgrind in the same way, on fewer executions.

Environment: RAVEL, the command; ALGORITHM.
"""

import os
import tempfile
from math import comb

from measure import build, check

ALGORITHM = os.environ.get("ALGORITHM", "optimal")
SECONDS = 60
# Events of one execution, and the racing stores that make about 2 million events in all.
LENGTHS = {100: 8, 1000: 6, 10000: 4, 100000: 3}
REPEAT = 3


def fastest(program, defines, directory):
    binary = build(program, defines, directory)
    runs = [check(binary, ALGORITHM, SECONDS, directory) for _ in range(REPEAT)]
    return min(runs, key=lambda run: run.cpu_seconds)


def readers(alone, directory):
    run = fastest("readers", {"N": 13}, directory)
    seconds = run.cpu_seconds - alone.cpu_seconds
    print(f"readers(13), {ALGORITHM}: {run.traces} executions, {run.blocked} blocked, "
          f"{seconds:.3f} CPU s: {run.traces / seconds:,.0f} executions/s, "
          f"{seconds / (run.events + run.replayed) * 1e9:.0f} ns for each event made, "
          f"{run.peak_mib:.0f} MiB")


def long(alone, directory):
    print(f"{'events':>8} {'executions':>10} {'ns/new event':>13} {'ns/replayed':>12} {'MiB':>6}")
    for events, racing in LENGTHS.items():
        new = fastest("long", {"EVENTS": events, "FIRST": racing, "LAST": 0}, directory)
        again = fastest("long", {"EVENTS": events, "FIRST": 0, "LAST": racing}, directory)
        for run in (new, again):
            if run.finished and run.traces != comb(2 * racing, racing):
                raise SystemExit(f"{run.traces} executions, not {comb(2 * racing, racing)}")
        ns_new = (new.cpu_seconds - alone.cpu_seconds) / new.events * 1e9
        rest = again.cpu_seconds - alone.cpu_seconds - again.events * ns_new / 1e9
        ns_replayed = f"{rest / again.replayed * 1e9:.1f}" if again.replayed else "none"
        print(f"{events:>8} {new.traces:>10} {ns_new:>13.1f} {ns_replayed:>12} "
              f"{max(new.peak_mib, again.peak_mib):>6.0f}", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="ravel-speed-") as directory:
        alone = fastest("long", {"EVENTS": 0, "FIRST": 0, "LAST": 0}, directory)
        readers(alone, directory)
        long(alone, directory)


if __name__ == "__main__":
    main()
