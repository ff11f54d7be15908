#!/usr/bin/env python3
"""What an execution and an event cost: executions per second of readers(13); for a long two-thread
program at growing lengths, nanoseconds for a new event, and what it takes to get back to a state
near the end of an execution, by replaying its events or from a checkpoint.

Times are CPU time of the whole command, less that of a run with one short execution: what is left
is exploration. Instructions are not counted: valgrind cannot run a program under Ravel.

Environment: RAVEL, the command; ALGORITHM. An algorithm that cannot finish these programs in time
is measured on what it did, and what it began in vain counts as executions.
"""

import os
import tempfile

from measure import build, check

ALGORITHM = os.environ.get("ALGORITHM", "optimal")
SECONDS = 10
REPEAT = 3
# Events of one execution, and the racing stores before them that make some million events in all.
LENGTHS = {100: 8, 1000: 6, 10000: 4, 100000: 3}
RETURNS = 6  # racing stores after them: C(12, 6) executions that differ only at their end


def fastest(program, defines, directory):
    binary = build(program, defines, directory)
    runs = [check(binary, ALGORITHM, SECONDS, directory) for _ in range(REPEAT)]
    return min(runs, key=lambda run: run.cpu_seconds / (run.events + run.replayed))


def readers(startup, directory):
    run = fastest("readers", {"N": 13}, directory)
    seconds = run.cpu_seconds - startup
    begun = run.traces + run.blocked
    print(f"readers(13): {run.traces:,} executions and {run.blocked:,} blocked in {seconds:.3f} CPU s")
    print(f"  {begun / seconds:,.0f} executions/s, "
          f"{seconds / (run.events + run.replayed) * 1e9:.0f} ns for each event made, "
          f"{(run.events + run.replayed) / begun:.1f} events each, {run.peak_mib:.0f} MiB")


def long(startup, directory):
    print("long two-thread program")
    columns = "  {:>8} {:>10} {:>13} {:>10} {:>12} {:>16} {:>5}"
    print(columns.format("events", "executions", "ns/new event", "returns", "us/return",
                         "replayed/return", "MiB"))
    for events, racing in LENGTHS.items():
        new = fastest("long", {"EVENTS": events, "FIRST": racing, "LAST": 0}, directory)
        again = fastest("long", {"EVENTS": events, "FIRST": 0, "LAST": RETURNS}, directory)
        each = (new.cpu_seconds - startup) / new.events
        returns = again.traces + again.blocked - 1
        back = (again.cpu_seconds - startup - again.events * each) / returns
        print(columns.format(events, new.traces + new.blocked, f"{each * 1e9:.0f}", returns,
                             f"{back * 1e6:.2f}", f"{again.replayed / returns:.0f}",
                             f"{max(new.peak_mib, again.peak_mib):.0f}"), flush=True)


def main():
    print(f"algorithm {ALGORITHM}")
    with tempfile.TemporaryDirectory(prefix="ravel-speed-") as directory:
        startup = fastest("long", {"EVENTS": 2, "FIRST": 0, "LAST": 0}, directory).cpu_seconds
        readers(startup, directory)
        long(startup, directory)


if __name__ == "__main__":
    main()
