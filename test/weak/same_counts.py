#!/usr/bin/env python3
"""Runs programs with --algorithm=optimal and graph: both must come to the same verdict, and to the
same number of executions. A program that has no atomics is run with --memory=c11 too. Where an
iteration of a loop had no effect (`void`), numbers are not compared: `optimal` leaves out more of them.

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
        void = False
        for search in SEARCHES[:2 if ATOMIC.search(path.read_text()) else 3]:
            result = explore(binary, values, search, folder)
            if "refused" in result:
                return "refused: " + " ".join(result["refused"])[:150], None
            kinds = sorted({error["kind"] for error in result.get("errors", [])})
            if result["verdict"] == "incomplete" or "unsupported" in kinds:  # a loop was given up, beside errors
                return "incomplete", None
            results.append((result["verdict"], kinds, result["executions"]))
            void |= result["void"] > 0
        compared = [result[:2] if void else result for result in results]
        wrong = any(result != compared[0] for result in compared)
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
