#!/usr/bin/env python3
"""That the printed algorithms of ISSTA 2019 lose states, and ours do not.

Each case is a program of test/programs, which `ravel check` must find the error of, and the same
program for the paper's algorithm, implemented line by line (literal.py), which loses the end in
which the error happens. Beside that: without its don't-do sequences the literal version loses
nothing, so what is lost is lost to them; and on the paper's own example it does what the paper says.

  check.py RAVEL
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from literal import (Explorer, Program, WithoutDontDo, WithUpdatesAsStores, WithWholeV, brute_force,
                     explore, increment, interleavings, read, traces, update, write)

failures = []
passed = 0


def check(good, message):
    global passed
    if good:
        passed += 1
    else:
        failures.append(message)


def below(limit):
    return read(lambda x: x < limit)


# Algorithm, program for it, the end that is lost, program for Ravel, its options.
CASES = [
    (
        1,
        Program([below(2)], [increment(), increment()], [read()]),
        (((0, 0), False), ((2, 0), 1)),
        "context_increments.c",
        ["--context-sensitive"],
    ),
    (
        2,
        Program([write(1)], [write(0), below(2), below(1)], observers=True),
        (((1, 1), True), ((1, 2), False)),
        "both_two_assertions.c",
        ["--context-sensitive", "--observers"],
    ),
]


def check_case(ravel, algorithm, program, lost, name, options):
    possible, found = brute_force(program), explore(program, algorithm)
    check(lost in possible, f"{name}: brute force does not reach {lost}")
    check(
        possible - found == {lost},
        f"{name}: Algorithm {algorithm} loses {possible - found}, not {lost} alone",
    )
    program = next(pathlib.Path("test/programs").rglob(name))
    for ours in ("source", "optimal"):
        with tempfile.TemporaryDirectory() as directory:
            trace = f"{directory}/trace.json"
            command = [ravel, "check", "--quiet", f"--algorithm={ours}", "--trace", trace, *options]
            done = subprocess.run([*command, program], capture_output=True)
            check(done.returncode == 1, f"{name}: {ours} {' '.join(options)} does not find the error")


CS, OB = "--context-sensitive", "--observers"


def executions(ravel, program, *options):
    with tempfile.TemporaryDirectory() as directory:
        command = [ravel, "check", "--quiet", "--keep-going", "--json", f"{directory}/result.json"]
        subprocess.run([*command, "--trace", f"{directory}/trace.json", *options, program],
                       capture_output=True)
        return json.loads(pathlib.Path(f"{directory}/result.json").read_text())["executions"]


def check_both(ravel):
    """Both options together explore no more than each alone (the oracle checks it on random
    programs), and here less than one of them."""
    for name in ("both_additions.c", "context_second_assertion.c", "floating_read.c", "last_write.c"):
        program = next(p for folder in ("test/programs", "bench")
                       for p in pathlib.Path(folder).rglob(name))
        for ours in ("source", "optimal"):
            both, context, observers = (executions(ravel, program, f"--algorithm={ours}", *options)
                                        for options in ((CS, OB), (CS,), (OB,)))
            check(both <= min(context, observers) and both < max(context, observers),
                  f"{name}, {ours}: {both} with both options, {context} and {observers} with one")


def check_running_example():
    """Figure 2: two stores and an assertion that always holds."""
    for algorithm, executions in ((1, 2), (2, 1)):
        program = Program([write(1)], [write(2)], [below(3)], observers=algorithm == 2)
        explorer = Explorer(program, algorithm)
        explorer.explore()
        n = len(explorer.complete)
        check(n == executions, f"figure 2, Algorithm {algorithm}: {n} executions, not {executions}")


def check_future_initials(ravel):
    """The redefined v, with future initials, loses traces without any don't-do sequence. v as in
    figure 1 does not."""
    program = Program([write(1)], [read()], [write(1, "y"), read(variable="y")],
                      [write(2, "y"), write(2)], observers=True)
    possible = traces(program, interleavings(program))
    check(len(possible) == 15, f"future initials: {len(possible)} traces by brute force")
    for version, found in ((WithoutDontDo, 13), (WithWholeV, 15)):
        explorer = version(program, 2)
        explorer.explore()
        n = len(traces(program, explorer.complete))
        check(n == found, f"future initials: {n} traces with {version.__name__}, not {found}")
    source = next(pathlib.Path("test/programs").rglob("observers_future_initials.c"))
    for ours in ("source", "optimal"):
        n = executions(ravel, source, f"--algorithm={ours}", OB)
        check(n == len(possible), f"future initials: {n} executions with {ours}")


def check_floating_read(ravel):
    """FR(3): Algorithm 1 explores all 24 traces, as no two orders reach the same state; the paper
    has 17 for context sensitivity alone."""
    program = Program([write(1)], [write(2)], [write(3)], [read()])
    explorer = Explorer(program, 1)
    explorer.explore()
    n, possible = len(explorer.complete), len(traces(program, interleavings(program)))
    check(n == possible == 24, f"FR(3): {n} executions with Algorithm 1, {possible} traces")
    check(not any(explorer.dnd.values()), "FR(3): Algorithm 1 finds two orders with the same state")
    n = executions(ravel, "bench/floating_read.c", "-DN=3", CS)
    check(n == 24, f"FR(3): {n} executions with context sensitivity")


def buffer(puts, takes, first, algorithm):
    """BB of table 1: puts into a buffer that is never full, and takes from it unless it is empty."""
    put, take = increment(), update(lambda x: max(x - 1, 0))
    processes = {"put": [put] * puts, "take": [take] * takes}
    order = ("put", "take") if first == "put" else ("take", "put")
    return Program(*(processes[name] for name in order), observers=algorithm == 2)


def check_buffer():
    """Table 1 has 11 and 80 executions of BB with context, and 5 and 17 with both options. Algorithm
    2 has no fewer than Algorithm 1, since no task only stores, unless tasks that read and store are
    taken for stores. Then it loses states."""
    for size, context, both in ((3, 11, 5), (5, 74, 18)):
        for version, algorithm, count in ((Explorer, 1, context), (Explorer, 2, context),
                                          (WithUpdatesAsStores, 2, both)):
            explorer = version(buffer(size, size, "take", algorithm), algorithm)
            explorer.explore()
            n = len(explorer.complete)
            check(n == count, f"BB({size}): {n} executions with {version.__name__}, {algorithm}")
    program = buffer(2, 2, "put", 2)
    possible = {program.run(E)[0]["x"] for E in interleavings(program)}
    check(possible == {0, 1, 2}, f"BB: {possible} by brute force")
    for version, lost in ((Explorer, set()), (WithUpdatesAsStores, {2})):
        explorer = version(program, 2)
        explorer.explore()
        found = {program.run(E)[0]["x"] for E in explorer.complete}
        check(possible - found == lost, f"BB: {version.__name__} loses {possible - found}")


def check_random(count):
    for seed in range(count):
        rng = random.Random(seed)
        kinds = [lambda: write(rng.randrange(3)), increment, read, lambda: below(1 + rng.randrange(2))]
        processes = [[rng.choice(kinds)() for _ in range(rng.randint(1, 2))] for _ in range(3)]
        for algorithm in (1, 2):
            program = Program(*processes, observers=algorithm == 2)
            explorer = WithoutDontDo(program, algorithm)
            explorer.explore()
            check(explorer.ends() == brute_force(program), f"seed {seed}, Algorithm {algorithm}")


def main():
    for case in CASES:
        check_case(sys.argv[1], *case)
    check_both(sys.argv[1])
    check_running_example()
    check_future_initials(sys.argv[1])
    check_floating_read(sys.argv[1])
    check_buffer()
    check_random(100)
    for failure in failures:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
