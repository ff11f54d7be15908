#!/usr/bin/env python3
"""Runs programs with --algorithm=optimal and graph: both must come to the same verdict, and to the
same number of executions. A program that has no atomics is run with --memory=c11 too. Numbers are
not those of each other only in the programs of DIFFERENT, which says why; doc/algorithms/graph.md shows
that both are right there.

    same_counts.py FOLDER-OR-PROGRAM ...

Programs that one of them does not take, or that are too large, are counted and left out.

Environment: RAVEL, the command under test; EVERY, n for every n-th program; LIMIT, the most executions.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
EVERY = int(os.environ.get("EVERY", "1"))
LIMIT = os.environ.get("LIMIT", "3000")
SEARCHES = [["--algorithm=optimal"], ["--algorithm=graph"], ["--memory=c11"]]
# What an iteration of a loop is that one of them leaves out and the other does not.
DIFFERENT = {
    "optimal leaves out an attempt of a compare-and-swap that fails, though it leaves what it found": [
        "cas_loop", "weak_loop", "treiber_aba", "treiber_tagged", "hazard_pointers", "list_harris", "queue_mpmc",
        "queue_mpmc_broken"],
    "optimal leaves out a turn that has helped another thread": [
        "helping_rechecked", "helping_rechecked_back", "helping_rechecked_other", "queue_michael_scott"],
    "optimal leaves out a turn that has taken back, or left in dead memory, what it wrote": [
        "loop_dekker", "loop_operand", "loop_own_stack", "void_realloc"],
    "graph leaves out a turn in a loop of one load that optimal tries and takes for a state of its own": [
        "loop_alternates", "loop_operands", "loop_then_assembly", "loop_thread_local"],
    "graph leaves out a turn that has read what others store on the thread's own stack": [
        "cxx_jthread", "loop_own_stack_getter"],
    "graph explores the end of a loop that calls what is not instrumented once more": ["void_unseen_counter"],
    "the search ends with the error, and the two come to it in another order": ["loop_counts"],
}
ATOMIC = re.compile(r"atomic|__sync|pragma omp|std::")


def header(path):
    """What the first case of a program says."""
    values = {}
    for line in path.read_text().splitlines():
        found = re.match(r"// (\w+):(?: +(.*))?$", line)
        if not line.startswith("//") or (found and found.group(1) == "also"):
            break
        if found:
            values[found.group(1)] = found.group(2) or ""
    return values


def build(path, values, folder):
    binary = os.path.join(folder, path.stem)
    flags = shlex.split(values.get("cflags", ""))
    done = subprocess.run([RAVEL, "cc" if path.suffix == ".c" else "c++", "-g", "-pthread", *flags, "-o",
                           binary, str(path), *shlex.split(values.get("libs", ""))],
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    return binary if done.returncode == 0 else None


def explore(binary, values, search, folder):
    command = [RAVEL, "check", "--quiet", "--keep-going", "--json=-", "--max-executions=" + LIMIT,
               "--max-seconds=20", "--trace=" + os.path.join(folder, "trace.json"),
               *search, *shlex.split(values.get("options", "")), binary]
    if "args" in values:
        command += ["--", *shlex.split(values["args"])]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", timeout=120, cwd=folder)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"refused": done.stderr.strip().splitlines()[-1:]}


def judge(path):
    """What came of it, and what is wrong."""
    values = header(path)
    with tempfile.TemporaryDirectory() as folder:
        binary = build(path, values, folder)
        if not binary:
            return "not built", None
        results = []
        for search in SEARCHES[:2 if ATOMIC.search(path.read_text()) else 3]:
            result = explore(binary, values, search, folder)
            if "refused" in result:
                return "refused: " + " ".join(result["refused"])[:150], None
            kinds = sorted({error["kind"] for error in result.get("errors", [])})
            if (result["verdict"] == "incomplete" or {"unsupported", "long-execution"} & set(kinds)  # a loop was given up, beside errors
                    or result["executions"] + result["blocked"] >= int(LIMIT)):
                return "incomplete", None
            results.append((result["verdict"], kinds, result["executions"]))
        listed = any(path.stem in names for names in DIFFERENT.values())
        compared = [result[:2] if listed else result for result in results]
        wrong = any(result != compared[0] for result in compared) or (listed and results[0] == results[1])
        return ("differs", f"{path}: {results}") if wrong else ("the same", None)


def programs(names):
    for name in map(pathlib.Path, names):
        yield from sorted(name.rglob("*.c*")) if name.is_dir() else [name]


def main():
    chosen = list(programs(sys.argv[1:]))[::EVERY]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(judge, [path.resolve() for path in chosen]))
    counts = collections.Counter(kind for kind, _ in results)
    wrong = [text for _, text in results if text]
    for kind, number in counts.most_common():
        print(f"{number:5} {kind}")
    for text in wrong:
        print(text)
    print(f"{counts['the same']} passed, {len(wrong)} failed")
    sys.exit(1 if wrong or not counts["the same"] else 0)


if __name__ == "__main__":
    main()
