#!/usr/bin/env python3
"""Random small objects, and all scenarios up to a size: which ones does Ravel make, and what does it say?

    spaces.py RAVEL DIRECTORY SEED COUNT [SECONDS]

The objects are those of oracle.py, which says by definition what is linearizable. Drawn are: how many threads
and operations there are, and calls before and after; the arguments of each operation, and which thread may
call it; a model; scenarios that are drawn. All scenarios up to renaming of threads are enumerated here. Ravel
must have explored as many. If some are wrong, it must tell one of the smallest. If only some of those are that
were drawn, it must tell one that is wrong, of which nothing can be taken away.
"""

import collections
import concurrent.futures
import itertools
import json
import os
import random
import re
import subprocess
import sys
import time

import oracle

MOST_SCENARIOS = 150
SEARCHES = ([], [], [], ["-j2"], ["-j3"], ["--algorithm=source"], ["--algorithm=dpor"], ["--context-sensitive"])

# Main's calls before, those of each thread, main's calls after. A call is an operation and an argument.
Calls = collections.namedtuple("Calls", "initial threads final")


def size_of(calls):
    return len(calls.initial) + sum(map(len, calls.threads)) + len(calls.final)


class Space:
    """Which scenarios there are."""

    def __init__(self, rng, operations):
        self.operations = operations
        self.threads, self.most = rng.choice(((2, 1), (2, 1), (2, 2), (3, 1)))
        self.initial, self.final = rng.choice(((0, 0), (0, 0), (1, 0), (0, 1), (1, 1)))
        self.ranges = [rng.choice(((0, 0), (0, 0), (0, 1), (1, 1))) for _ in operations]
        self.of = [rng.choice((0, 0, 0, 1, 2)) for _ in operations]
        self.model = rng.choice(("", "", "", "m", "M"))
        self.random = rng.choice((0, 0, 3, 8))
        self.random_threads, self.random_most = rng.choice(((2, 2), (3, 1), (2, 3)))
        self.seed = rng.randrange(1000)
        if self.random_threads <= self.threads and self.random_most <= self.most:
            self.random = 0
        self.known = {}

    def may_call(self, thread, operation):
        return not thread or self.of[operation] in (0, thread)

    def calls(self, thread):
        """What a thread may call, main being 0."""
        return [(operation, argument) for operation, (first, last) in enumerate(self.ranges)
                if self.may_call(thread, operation) for argument in range(first, last + 1)]

    def is_possible(self):
        return all(self.calls(t) for t in range(1, max(self.threads, self.random * self.random_threads) + 1))

    def canonical(self, calls):
        """The same for scenarios that differ only in the numbers of threads that may do the same."""
        alike = lambda t: tuple(self.calls(t + 1))
        threads = sorted((alike(t), own) for t, own in enumerate(calls.threads))
        return Calls(calls.initial, tuple(threads), calls.final)

    def all(self):
        parts = lambda thread, low, high: [part for n in range(low, high + 1)
                                           for part in itertools.product(self.calls(thread), repeat=n)]
        found = {}
        for n in range(1, self.threads + 1):
            lists = [parts(t, 1, self.most) for t in range(1, n + 1)]
            for initial, final, *threads in itertools.product(parts(0, 0, self.initial), parts(0, 0, self.final), *lists):
                calls = Calls(initial, tuple(threads), final)
                found.setdefault(self.canonical(calls), calls)
                if len(found) > MOST_SCENARIOS:
                    return None
        return found

    def draw(self, number):
        """The scenario that is drawn with a number, by the same random numbers as in ravel_scenarios.h."""
        mask = (1 << 64) - 1
        state = self.seed * 1000003 + number

        def below(n):
            nonlocal state
            state = x = (state + 0x9e3779b97f4a7c15) & mask
            x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & mask
            x = (x ^ x >> 27) * 0x94d049bb133111eb & mask
            return ((x ^ x >> 31) >> 11) % (1 << 32) % n

        def part(thread, n):
            calls = self.calls(thread)
            return tuple(calls[below(len(calls))] for _ in range(n))

        initial = part(0, self.initial)
        threads = tuple(part(t, self.random_most) for t in range(1, self.random_threads + 1))
        return Calls(initial, threads, part(0, self.final))

    def smaller(self, calls):
        """All that have one thread or call less, or a lower argument."""
        rows = [calls.initial, *calls.threads, calls.final]
        made = lambda rows: Calls(rows[0], tuple(rows[1:-1]), rows[-1])
        for i, row in enumerate(rows):
            for j, (operation, argument) in enumerate(row):
                if len(row) > 1 or i in (0, len(rows) - 1):
                    yield made(rows[:i] + [row[:j] + row[j + 1:]] + rows[i + 1:])
                for lower in range(self.ranges[operation][0], argument):
                    yield made(rows[:i] + [row[:j] + ((operation, lower),) + row[j + 1:]] + rows[i + 1:])
        if len(calls.threads) > 1:
            for t in range(len(calls.threads)):
                threads = calls.threads[:t] + calls.threads[t + 1:]
                if all(self.may_call(u + 1, operation) for u, own in enumerate(threads) for operation, _ in own):
                    yield Calls(calls.initial, threads, calls.final)

    def is_right(self, calls):
        """By definition; None: that takes too long."""
        key = self.canonical(calls)
        if key not in self.known:
            scenario = oracle.Scenario(self.operations, list(calls.initial), list(map(list, calls.threads)), list(calls.final))
            if scenario.steps() > oracle.MOST_STEPS:
                self.known[key] = None
            else:
                histories = scenario.histories()
                self.known[key] = histories is None or all(map(scenario.legal, histories))
        return self.known[key]

    def read(self, text):
        """A scenario as Ravel tells it."""
        call = lambda word: (oracle.NAMES.index(word[0]), int(word[2:-1] or "0"))
        part = lambda words: tuple(map(call, words.split()))
        first, threads, last = re.fullmatch(r"(?:\[(.*?)\] )?(.*?)(?: \[(.*)\])?", text).groups()
        return Calls(part(first or ""), tuple(map(part, threads.split("|"))), part(last or ""))

    def arguments(self):
        numbers = [self.threads, self.most, self.initial, self.final, self.random, self.random_threads,
                   self.random_most, self.seed]
        for (first, last), thread in zip(self.ranges, self.of):
            numbers += first, last, thread
        return ["#" + " ".join(map(str, numbers)), self.model or "-", *map(oracle.text_of, self.operations)]


class Case:
    """A space, and what must come out."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed, self.search = seed, rng.choice(SEARCHES)
        while True:
            self.space = Space(rng, oracle.draw(rng)[0])
            scenarios = self.space.is_possible() and self.space.all()
            if not scenarios:
                continue
            drawn = [self.space.draw(i) for i in range(self.space.random)]
            right = [self.space.is_right(calls) for calls in [*scenarios.values(), *drawn]]
            if None not in right:
                break
        self.wrong = [calls for calls, is_right in zip(scenarios.values(), right) if not is_right]
        self.right = all(right)
        self.count = len(scenarios) + len(set(map(self.space.canonical, drawn)))

    def mismatch(self, verdict, count, message):
        """What is wrong with an answer; None: nothing."""
        if verdict != ("pass" if self.right else "fail"):
            return "%s in place of %s %s" % (verdict, "pass" if self.right else "fail", message)
        if self.right:
            return None if count == self.count else "%s scenarios in place of %d" % (count, self.count)
        if not message.startswith(oracle.KINDS):
            return message
        told = self.space.read(message.partition(": ")[2])
        if self.space.is_right(told) is not False:
            return "told is what is right: " + message
        if self.wrong and size_of(told) != min(map(size_of, self.wrong)):
            return "there is a smaller one than " + message
        if not self.wrong and any(self.space.is_right(calls) is False for calls in self.space.smaller(told)):
            return "something can be taken away from " + message
        return None

    def check(self, ravel, binary):
        try:
            result = subprocess.run(
                [ravel, "check", "--quiet", "--no-scout", "--trace", os.devnull, "--json", "-", *self.search,
                 binary, "--", *self.space.arguments()],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=oracle.LONGEST)
        except subprocess.TimeoutExpired:
            return "within %d seconds it says nothing" % oracle.LONGEST
        if "}" not in result.stdout:
            return result.stderr
        out = json.loads(result.stdout[:result.stdout.rindex("}") + 1])
        message = out["errors"][0]["message"] if out["errors"] else out.get("reason") or ""
        return self.mismatch(out["verdict"], out["scenarios"], message)


def main():
    ravel, directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.makedirs(directory, exist_ok=True)
    binary = os.path.join(directory, "object")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "object.c")
    subprocess.run([ravel, "cc", "-g0", "-O1", "-o", binary, source], check=True)
    end = time.monotonic() + float(sys.argv[5] if len(sys.argv) > 5 else "inf")
    n = failed = right = 0

    def work(seed):
        if time.monotonic() > end:
            return None
        case = Case(seed)
        told = case.check(ravel, binary)
        return case, told and "seed %d %s: %s\n  %s" % (seed, " ".join(case.search), told, case.space.arguments())

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for found in pool.map(work, range(seed, seed + count)):
            if found is None:
                continue
            case, told = found
            n += 1
            right += case.right
            failed += told is not None
            if told:
                print(told, flush=True)
    print("%d of them pass" % right)
    print("%d passed, %d failed" % (n - failed, failed))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
