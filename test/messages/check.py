#!/usr/bin/env python3
"""Processes that send each other messages: as many executions as brute force finds traces, and an
error in each program that has a mistake.

usage: check.py [--all] [SEED COUNT]
--all: brute force also where it takes a minute. SEED, COUNT: random programs.
Environment: RAVEL, the command.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import brute
import programs
from random_programs import Program

HERE = pathlib.Path(__file__).resolve().parent
RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
ALGORITHMS = ["optimal", "source", "unfold"]

# What brute force finds where it takes too long for every day (--all runs it), and which error the
# mistake is.
KNOWN = {"paxos": 1504}
MISTAKES = {"election": "assertion", "token_ring": "data-race", "commit": "assertion",
            "supervisor": "deadlock", "paxos": "assertion", "readers": "assertion",
            "lastzero": "assertion", "indexer": "assertion", "filesystem": "data-race"}


def check(arguments, directory):
    result = directory / "result.json"
    subprocess.run([RAVEL, "check", "--quiet", "--json", result, "--trace", directory / "trace.json",
                    *arguments], capture_output=True, timeout=300, check=False)
    return json.loads(result.read_text())


def compare(name, source, traces, deadlocks, options, directory):
    """Yields what is wrong, or None, for each algorithm."""
    for algorithm in ALGORITHMS:
        found = check([f"--algorithm={algorithm}", "--keep-going", *options, source], directory)
        kinds = {error["kind"] for error in found["errors"]}
        wrong = []
        if found["executions"] != traces:
            wrong.append(f"{found['executions']} executions, {traces} traces")
        if algorithm == "optimal" and found["blocked"]:
            wrong.append(f"{found['blocked']} blocked")
        if kinds != ({"deadlock"} if deadlocks else set()):
            wrong.append(f"errors {sorted(kinds)}, deadlocks in {deadlocks} traces")
        yield f"{name} [{algorithm}]: {'; '.join(wrong)}" if wrong else None


def check_programs(directory, all_of_them):
    for name, kind in MISTAKES.items():
        traces = KNOWN.get(name)
        if traces is None or all_of_them:
            traces = brute.explore(getattr(programs, name)(False)).traces
            if name in KNOWN:
                yield None if traces == KNOWN[name] else f"{name}: brute force finds {traces}"
        yield from compare(name, HERE / f"{name}.c", traces, 0, [], directory)
        found = check(["-DBROKEN", HERE / f"{name}.c"], directory)
        first = found["errors"][0]["kind"] if found["errors"] else "no error"
        yield None if first == kind else f"{name} with its mistake: {first}"


def check_random(seed, count, directory):
    for number in range(seed, seed + count):
        program = Program(number)
        try:
            traces = brute.explore(program.main(), most=20_000)
        except brute.TooLarge:
            continue
        source = directory / "program.c"
        source.write_text(program.as_c())
        # Brute force counts the rounds of a loop that tries again, too.
        yield from compare(f"program {number}", source, traces.traces, traces.deadlocks,
                           ["--void-iterations"], directory)


def main():
    parser = argparse.ArgumentParser(description="Compare messages with brute force.")
    parser.add_argument("--all", action="store_true", help="brute force where it takes a minute")
    parser.add_argument("range", nargs="*", type=int, default=[1, 20], help="seed and count")
    options = parser.parse_args()
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="ravel-messages-") as name:
        directory = pathlib.Path(name)
        for wrong in (*check_programs(directory, options.all),
                      *check_random(*options.range, directory)):
            outcomes.append(wrong)
            if wrong:
                print(f"FAIL {wrong}", flush=True)
    failed = sum(1 for wrong in outcomes if wrong)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
