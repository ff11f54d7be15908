#!/usr/bin/env python3
"""Lock-free data structures and locks made of atomics: executions, those that were begun and left as
void, and CPU time. Where GenMC's complete and blocked executions of the same program are known they
are beside ours; it fails where ours are more than its complete ones, or all of ours than all of its.

Environment: RAVEL, the command; SECONDS, how long one program may take.
"""

import os
import sys
import tempfile

from measure import build, check

SECONDS = int(os.environ.get("SECONDS", "20"))

# Program, size, GenMC's complete and blocked executions.
ROWS = [
    ("counter", {"N": 4}, (24, 124)), ("counter", {"N": 5}, (120, 1185)),
    ("counter_reload", {"N": 4}, None), ("counter_reload", {"N": 5}, None),
    ("ttas", {"N": 4}, (576, 1293)), ("rwlock", {"R": 2, "W": 2}, (48, 188)),
    ("rwlock", {"R": 3, "W": 1}, None), ("mpmc", {"W": 3, "R": 2}, None),
    ("mpmc", {"W": 3, "R": 2, "UNTIL_EMPTY": 1}, None),
    ("treiber", {"W": 3, "R": 2}, (282, 645)), ("treiber", {"W": 3, "R": 2, "RELOAD": 1}, None),
    ("ms_queue", {"W": 2, "R": 2}, None), ("ms_queue", {"W": 3, "R": 2}, None),
    ("ms_queue", {"W": 3, "R": 3}, None),
    ("ms_queue", {"W": 0, "R": 0, "N": 3}, (90, 1452)), ("seqlock", {"W": 2, "R": 2}, None),
    ("hazard", {"W": 2, "R": 2}, None), ("deque", {"R": 3}, None),
    ("elimination", {"W": 2, "R": 2}, None), ("rcu", {"W": 2, "R": 2}, None),
]


def main():
    more = 0
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(os.path.join(directory, "lockfree"))
        for program, size, genmc in ROWS:
            run = check(build("lockfree/" + program, size, directory), "optimal", SECONDS, directory)
            name = "%s(%s)" % (program, ", ".join("%s=%s" % item for item in size.items()))
            beside = "GenMC %d + %d" % genmc if genmc else ""
            print("%-32s %7d + %-7d %6.2f s  %s%s" % (name, run.traces, run.void, run.cpu_seconds, beside,
                                                      "" if run.finished else run.verdict))
            more += bool(genmc and (run.traces > genmc[0] or run.traces + run.void > sum(genmc)))
    return more > 0


if __name__ == "__main__":
    sys.exit(main())
