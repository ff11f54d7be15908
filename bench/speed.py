#!/usr/bin/env python3
"""What an execution and an event cost: executions per second of readers(13), and nanoseconds per
event, new and replayed, of a long two-thread program at growing lengths.

Times are CPU time of the whole command, less that of a run with one short execution: what is left
is exploration. Two runs give two equations for the two costs: one in which most events are new,
one in which most are replayed. Algorithms that cannot finish these programs are stopped after some
seconds; for them only the cost of any event is told, and what they began counts as executions.

Environment: RAVEL, the command; ALGORITHM.
"""

import os
import tempfile

from measure import build, check

ALGORITHM = os.environ.get("ALGORITHM", "optimal")
SECONDS = 10
REPEAT = 3
# Events of one execution, and the racing stores that make some million events in all.
LENGTHS = {100: 8, 1000: 6, 10000: 4, 100000: 3}


def fastest(program, defines, directory):
    binary = build(program, defines, directory)
    runs = [check(binary, ALGORITHM, SECONDS, directory) for _ in range(REPEAT)]
    return min(runs, key=lambda run: run.cpu_seconds / (run.events + run.replayed))


def costs(new, again, startup):
    """Seconds for a new event and for a replayed one, from a run of each kind."""
    determinant = new.events * again.replayed - again.events * new.replayed
    if determinant == 0:
        return None
    time_new, time_again = new.cpu_seconds - startup, again.cpu_seconds - startup
    return ((time_new * again.replayed - time_again * new.replayed) / determinant,
            (time_again * new.events - time_new * again.events) / determinant)


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
    print(f"  {'events':>8} {'executions':>10} {'ns/event':>9} {'new':>7} {'replayed':>9} {'MiB':>5}")
    for events, racing in LENGTHS.items():
        new = fastest("long", {"EVENTS": events, "FIRST": racing, "LAST": 0}, directory)
        again = fastest("long", {"EVENTS": events, "FIRST": 0, "LAST": racing}, directory)
        made = new.events + new.replayed
        each = costs(new, again, startup) if new.finished and again.finished else None
        of_new, of_replayed = (f"{cost * 1e9:.1f}" for cost in each) if each else ("-", "-")
        print(f"  {events:>8} {new.traces + new.blocked:>10} "
              f"{(new.cpu_seconds - startup) / made * 1e9:>9.1f} {of_new:>7} {of_replayed:>9} "
              f"{max(new.peak_mib, again.peak_mib):>5.0f}", flush=True)


def main():
    print(f"algorithm {ALGORITHM}")
    with tempfile.TemporaryDirectory(prefix="ravel-speed-") as directory:
        startup = fastest("long", {"EVENTS": 2, "FIRST": 0, "LAST": 0}, directory).cpu_seconds
        readers(startup, directory)
        long(startup, directory)


if __name__ == "__main__":
    main()
