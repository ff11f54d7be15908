#!/usr/bin/env python3
"""Livelocks in C: a search with --stateful finds an error if and only if some threads can go on for
ever under a fair scheduler, or wait for ever. Threads that go round alone, and nothing changes, are
a deadlock for it; a cycle in which several threads take part must be shown.

usage: check.py SEED COUNT
Environment: RAVEL, the command.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import brute

RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
ALGORITHMS = ["naive", "sleep", "static", "dpor"]

HEAD = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[2];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
"""


def text(threads):
    functions = [f"static void *thread{i}(void *unused) {{\n" + "\n".join(thread.lines) +
                 "\nreturn unused; }\n" for i, thread in enumerate(threads)]
    numbers = range(len(threads))
    create = "".join(f"pthread_create(&t[{i}], 0, thread{i}, 0);\n" for i in numbers)
    join = "".join(f"pthread_join(t[{i}], 0);\n" for i in numbers)
    return (HEAD + "".join(functions) + f"int main(void) {{\npthread_t t[{len(threads)}];\n" +
            create + join + "}\n")


def check(source, algorithm, options):
    run = subprocess.run([RAVEL, "check", "--stateful", "--algorithm", algorithm, *options, "--quiet",
                          "--json", "-", "--trace", f"{source}.trace.json", source],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return json.loads(run.stdout)


def judge(threads, source, algorithm, options):
    """What is wrong, or None."""
    steps = brute.reach(threads)
    livelock, deadlock = brute.has_livelock(steps), brute.has_deadlock(threads, steps)
    result = check(source, algorithm, options)
    kinds = {error["kind"] for error in result["errors"]}
    if result["verdict"] != ("fail" if livelock or deadlock else "pass"):
        return f"{result['verdict']} {kinds}, livelock {livelock}, deadlock {deadlock}"
    if any("livelocks" in line for line in result["not_covered"]):
        return "livelocks are not covered"
    if not livelock and "nontermination" in kinds:
        return "nontermination where there is no livelock"
    if "nontermination" in kinds:
        replay = subprocess.run([RAVEL, "replay", "--quiet", f"{source}.trace.json"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if replay.returncode != 1:
            return f"the replay ends with {replay.returncode}: {replay.stdout.decode()}"
    return None


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    failed = livelocks = 0
    with tempfile.TemporaryDirectory(prefix="ravel-livelocks-") as directory:
        source = pathlib.Path(directory) / "threads.c"
        for seed in range(first, first + count):
            threads = brute.random_threads(seed)
            source.write_text(text(threads))
            options = [[], ["--void-iterations"]][seed % 2]
            algorithm = "naive" if options else ALGORITHMS[seed // 2 % len(ALGORITHMS)]
            wrong = judge(threads, source, algorithm, options)
            livelocks += brute.has_livelock(brute.reach(threads))
            if wrong:
                failed += 1
                print(f"seed {seed}, {algorithm} {' '.join(options)}: {wrong}\n{text(threads)}", flush=True)
    print(f"{livelocks} of them with livelocks")
    print(f"{count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
