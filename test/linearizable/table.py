#!/usr/bin/env python3
"""Prints the table of doc/linearizability.md: what was found in the structures of test/programs/linearizable.

    table.py RAVEL [WORDS...]

Given words, only rows with one of them.
"""

import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "../programs/linearizable")

# The structure or mistake; its file and macros in C, and in C++ ("": there is none); what is to be said of the
# scenarios beside those that Ravel tells, or in their place.
ROWS = (
    ("Treiber's stack", "treiber_stack", "stack", ""),
    ("the top is stored, not swapped", "treiber_stack LOST", "stack LOST", ""),
    ("nodes are used again (ABA)", "treiber_stack REUSE", "stack REUSED", ", which was given"),
    ("a popped node is deleted", "", "stack DELETED", ""),
    ("Michael and Scott's queue", "queue", "queue", ""),
    ("the same, lock-free", "queue LOCK_FREE", "queue LOCK_FREE", ""),
    ("the tail moves before the node is linked", "queue TAIL_FIRST", "queue TAIL_FIRST", ""),
    ("the head is stored, not swapped", "queue STORE_HEAD", "queue STORED", ""),
    ("no help to move the tail", "queue LOCK_FREE NO_HELP", "queue LOCK_FREE NO_HELP", ""),
    ("Chase and Lev's deque", "deque", "deque", ", with one call before"),
    ("the last value is taken without a swap", "deque NO_RACE", "deque NO_RACE", ""),
    ("a push is visible before its value", "deque EARLY", "deque EARLY", ""),
    ("Vyukov's bounded queue", "ring", "ring", ""),
    ("the same, waiting for calls on their way", "ring WAITS", "ring WAITS", ""),
    ("and a place is handed over before its value", "ring WAITS EARLY", "ring WAITS EARLY", ""),
    ("Harris's list", "list", "list", " of 2 threads, 1 call each, 1 before, 1 after"),
    ("unlinked without a mark", "list UNMARKED", "list UNMARKED", ""),
    ("marked without a look at the mark", "list TWICE", "list TWICE", ""),
    ("a stack with elimination", "elimination_stack", "elimination",
     r"`[push(1) push(1)] push(2) \| pop() \| pop() [pop()]`"),
    ("the slot is taken in two steps", "elimination_stack SLOT", "elimination SLOT", ""),
    ("a push gives up with a store", "elimination_stack GIVE_UP", "elimination GIVE_UP", ""),
    ("a counter of two halves", "sharded_counter", "sharded_counter", ""),
    ("read when it is quiet", "sharded_counter QUIET", "sharded_counter QUIET", ", with one call after"),
    ("added to by a load and a store", "sharded_counter QUIET TORN", "sharded_counter QUIET TORN", ""),
    ("a pair under a sequence lock", "seqlock", "seqlock", ""),
    ("odd numbers are not heeded", "seqlock ODD", "seqlock ODD", ""),
    ("the number is not read again", "seqlock ONCE", "seqlock ONCE", ""),
    ("a hash map with locks for its buckets", "hash_map", "hash_map", ""),
    ("the bucket is computed before it is locked", "hash_map BEFORE", "hash_map BEFORE", ""),
    ("a resize locks bucket after bucket", "hash_map ONE_BY_ONE", "hash_map ONE_BY_ONE", ""),
    ("the size is counted outside of the lock", "hash_map SIZE", "hash_map SIZE", ""),
    ("a `std::vector` under a mutex", "", "vector", ""),
    ("the size is counted outside of the lock", "", "vector SIZE", ""),
    ("looked at and taken under two locks", "", "vector TWICE", ""),
    ("looked at without a lock", "", "vector UNLOCKED", ""),
)


def source_of(name, cxx):
    for file in ("cxx_%s.cc" % name, name + ".cc") if cxx else (name + ".c",):
        if os.path.exists(os.path.join(PROGRAMS, file)):
            return os.path.join(PROGRAMS, file)
    sys.exit("there is no program " + name)


def measure(ravel, what, cxx):
    """Verdict, scenario and executions."""
    name, *macros = what.split()
    flags = " ".join((["-std=c++20"] if cxx else []) + ["-D" + macro for macro in macros])
    command = [ravel, "check", "--no-scout", "--trace", os.devnull, "--json", "/dev/stderr", "--cflags=" + flags]
    result = subprocess.run(command + [source_of(name, cxx)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out = json.loads(result.stderr[result.stderr.index("{\n"):result.stderr.rindex("}") + 1])
    if out["verdict"] != "fail":
        return out["verdict"], "all", out["executions"]
    error = out["errors"][0]
    verdict = error["message"].partition(":")[0] if error["kind"] == "assertion" else error["kind"].replace("-", " ")
    scenario = re.search(r'this scenario alone: \.only = "(.*)"', result.stdout)
    return verdict, scenario.group(1) if scenario else "?", out["executions"]


def main():
    ravel, words = sys.argv[1], sys.argv[2:]
    print("| structure, mistake | verdict | shown by | executions, C and C++ |\n|---|---|---|---|")
    for row, c, cxx, which in ROWS:
        if words and not any(word in row + c + cxx for word in words):
            continue
        found = [measure(ravel, what, in_cxx) for what, in_cxx in ((c, False), (cxx, True)) if what]
        verdict, shown, _ = found[0]
        if which.startswith("`"):
            shown = which
        else:
            shown = (shown if shown == "all" else "`%s`" % shown.replace("|", "\\|")) + which
        counts = ", ".join("{:,}".format(executions) for _, _, executions in found)
        differs = "" if len({(told, scenario) for told, scenario, _ in found}) == 1 else " C++: %s `%s`" % found[1][:2]
        print("| %s | %s | %s | %s%s |%s" % (row, verdict, shown, "" if c else "C++: ", counts, differs), flush=True)


main()
