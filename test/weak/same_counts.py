#!/usr/bin/env python3
"""Runs programs with --algorithm=optimal and graph: both must come to the same verdict, and to the
same number of executions. A program that has no atomics is run with --memory=c11 too. Each of them
leaves out iterations of loops that have no effect; where they do not take the same ones for such, the
program is in MORE or FEWER, which say why. doc/algorithms/graph.md shows that both numbers are right
there: one has left out some executions that the other has, and --void-iterations has them all, or BY_HAND
says how many there are.

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
SEARCHES = [["--algorithm=optimal"], ["--algorithm=graph"], ["--memory=c11", "--algorithm=graph"]]
# graph explores at least what optimal does, and no more than optimal with --void-iterations:
MORE = {
    "optimal leaves out an attempt of a compare-and-swap that fails, though it leaves what it found": [
        "cas_loop", "weak_loop", "treiber_aba", "treiber_tagged", "hazard_pointers", "list_harris", "queue_mpmc",
        "queue_mpmc_broken", "void_node", "void_reload"],
    "optimal leaves out a turn that has helped another thread": [
        "helping_rechecked", "helping_rechecked_back", "helping_rechecked_other", "helping_rechecked_result",
        "helping_queue", "queue_michael_scott"],
    "optimal leaves out a turn that has taken back, or left in dead memory, what it wrote": [
        "loop_dekker", "void_realloc"],
}
# How many graphs there are, counted by hand:
BY_HAND = {
    # 7 as the program says, and 2 in which a first turn finds 2, before the other's load or after it: `found`
    # is another one then, and whether that is read is not known beside a variable whose address is taken.
    "loop_operand": 9,
    # Four ends: the counter is 0, 1, 2 or 3. optimal finds one of them before it begins again.
    "void_unseen_counter": 4,
    # The moment is used; or it is missed, and the last turn of the loop has read what was there before it, or
    # after it. optimal has no event for a thread that waits.
    "await_missed": 3,
    # Peterson's algorithm. Who is the last to give way waits until the other one is through: one way. That one
    # has found that nobody else wants, or that the other has given way. And all that with two threads.
    # optimal makes the turns of the loop, whose loads are all one instruction.
    "loop_getter": 4,
    "loop_std_atomic": 4,
    # The orders in which three threads get the mutex; optimal makes turns of a function that is not inlined.
    "loop_try_lock": 6,
    # Deadlock: one. And who gets both locks first; the other one then has its first lock and may have tried in
    # vain 0 to 64 times: in a critical section turns are compared only when so many reads have been noted.
    "loop_trylock_deadlock": 1 + 2 * 65,
    # In each of its seven waits main makes a turn in vain or not before its turns are the same: without
    # optimisation a result stays on the stack, which has a variable whose address others know.
    "loop_dead_results": 2 ** 7,
    # The 2 is found before the load, after which the thread has failed, and the last turn comes before the load or
    # after it; or after the load, or not at all. And 0, 1 or 2 turns before that, which find the first 1.
    "loop_object_changes": 4 * 3,
    # The load finds the store or not. For optimal the request accesses the flag: it is between them, too.
    "assembly_client_request": 2,
}
# graph explores fewer than optimal:
FEWER = {
    "graph leaves out a turn in a loop of one load that optimal tries and takes for a state of its own": [
        "loop_alternates", "loop_after_loop", "loop_then_assembly", "loop_thread_local"],
    "graph leaves out a turn that has read what others store on the thread's own stack": [
        "cxx_jthread", "loop_own_stack_getter"],
    "graph leaves out a turn in which the library has written to the thread's own stack only": ["cxx_semaphore"],
    "graph leaves out a turn in a loop of assembly that optimal makes": ["assembly_spin_lock", "assembly_ticket_lock"],
    "both are cut by --max-steps, and what is within it depends on the order of the threads": ["loop_counts"],
}
# A free and an access that nothing orders are a use-after-free if the free is executed first, and a data
# race otherwise. Both orders are one trace, and each search executes one of them.
UNORDERED_FREE = ["rcu_broken", "hazard_pointers_broken"]
# What no thread will send is asked for again and again. optimal knows that a loop waits for that, which is a
# deadlock; graph finds a state that comes again, and counts no execution.
ASKS_FOR_EVER = ["mailbox_polling_deadlock"]
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


def is_listed(path, reasons):
    return any(path.stem in names for names in reasons.values())


def is_wrong(path, results, most):
    """Whether the results are not what they must be to each other."""
    if path.stem in UNORDERED_FREE:
        results = [(verdict, {kind.replace("use-after-free", "data-race") for kind in kinds}, number)
                   for verdict, kinds, number in results]
    if path.stem in ASKS_FOR_EVER:
        return results[0] != ("fail", ["deadlock"], 1) or results[1][:2] != ("fail", ["nontermination"])
    numbers = [number for _, _, number in results]
    if any(result[:2] != results[0][:2] for result in results):
        return True
    if path.stem in BY_HAND:
        return numbers[1] != BY_HAND[path.stem]
    if is_listed(path, FEWER):
        return not numbers[1] < numbers[0]
    if is_listed(path, MORE):
        return not numbers[0] < numbers[1] <= most()
    return len(set(numbers)) > 1


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

        def most():
            return explore(binary, values, ["--void-iterations"], folder)["executions"]
        return ("differs", f"{path}: {results}") if is_wrong(path, results, most) else ("the same", None)


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
