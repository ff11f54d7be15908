#!/usr/bin/env python3
"""What an execution and an event cost. For readers(13): executions per second. For a long two-thread
program at growing lengths: nanoseconds and instructions for a new event and for one that is made
again, and for coming back to a state near the end from a checkpoint.

Times are CPU time of the whole command, less that of a run with one short execution: what is left
is exploration. Instructions are counted by valgrind's callgrind, where it is installed; they are
the same on every run and whatever else the machine does.

Environment: RAVEL, the command; ALGORITHM. An algorithm that cannot finish these programs in time
is measured on what it did, and what it began in vain counts as executions.
"""

import os
import tempfile

from measure import build, check, instructions

ALGORITHM = os.environ.get("ALGORITHM", "optimal")
SECONDS = 10
REPEAT = 3
# Events of one execution, and the racing stores before them that make some million events in all.
LENGTHS = {100: 8, 1000: 6, 10000: 4, 100000: 3}
COUNTABLE = 3000000  # events that callgrind gets through in reasonable time
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
    counted = instructions(build("readers", {"N": 13}, directory), ALGORITHM, directory)
    if counted:
        print(f"  {counted / begun:,.0f} instructions for each execution, "
              f"{counted / (run.events + run.replayed):,.0f} for each event made")


class Cost:
    """What a run cost beyond that of another: in time and, of smaller programs, instructions."""

    def __init__(self, defines, directory, startup=None):
        self.run = fastest("long", defines, directory)
        self.seconds = self.run.cpu_seconds - (startup.run.cpu_seconds if startup else 0)
        binary = build("long", defines, directory)
        small = self.run.events + self.run.replayed < COUNTABLE
        counted = instructions(binary, ALGORITHM, directory) if small else None
        self.instructions = counted and counted - (startup.instructions if startup else 0)

    def each(self, n, without=0, without_instructions=0):
        """Nanoseconds and instructions for each of n, when so much is for something else."""
        counted = self.instructions and (self.instructions - without_instructions) / n
        return (self.seconds - without) / n * 1e9, counted


def text(cost):
    nanoseconds, counted = cost
    return f"{nanoseconds:,.0f}", f"{counted:,.0f}" if counted else "-"


def long(startup, directory):
    print("long two-thread program: nanoseconds and instructions")
    columns = "  {:>8} {:>12} {:>9} {:>12} {:>9} {:>12} {:>9} {:>6}"
    print(columns.format("events", "a new event", "instr.", "a replayed", "instr.",
                         "a way back", "instr.", "MiB"))
    for events, racing in LENGTHS.items():
        new = Cost({"EVENTS": events, "FIRST": racing, "LAST": 0, "REPLAY": 0}, directory, startup)
        each, counted = new.each(new.run.events)

        def beyond_new(replay):
            cost = Cost({"EVENTS": events, "FIRST": 0, "LAST": RETURNS, "REPLAY": replay},
                        directory, startup)
            n = cost.run.replayed if replay else cost.run.traces + cost.run.blocked - 1
            spent = cost.run.events * each / 1e9
            return cost.each(n, spent, cost.run.events * counted if counted else 0)

        print(columns.format(events, *text((each, counted)), *text(beyond_new(1)),
                             *text(beyond_new(0)), f"{new.run.peak_mib:.0f}"), flush=True)


def main():
    print(f"algorithm {ALGORITHM}")
    with tempfile.TemporaryDirectory(prefix="ravel-speed-") as directory:
        startup = Cost({"EVENTS": 2, "FIRST": 0, "LAST": 0, "REPLAY": 0}, directory)
        readers(startup.seconds, directory)
        long(startup, directory)


if __name__ == "__main__":
    main()
