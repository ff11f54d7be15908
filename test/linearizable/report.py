#!/usr/bin/env python3
"""The scenario that fails, as a program: it compiles, and fails in the same way. And how large the
scenarios are that a search has covered, in its result.

    report.py RAVEL DIRECTORY
"""

import itertools
import json
import os
import re
import subprocess
import sys

ravel, directory = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
stack = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../programs/linearizable/treiber_stack.c")
os.makedirs(directory, exist_ok=True)


def check(program, *options):
    result = subprocess.run([ravel, "check", "--trace", os.devnull, *options, program],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    return result.returncode, result.stdout


def kept(text, name):
    """The program that the report of a failure has in it, as a file."""
    lines = text.split("\n")
    first = lines.index("as a program, to keep as a test:") + 1
    last = next(i for i in range(first, len(lines)) if lines[i] == "  }")
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write("".join(line[2:] + "\n" for line in lines[first:last + 1]))
    return path


def result(program, *options):
    _, out = check(program, "--no-scout", "--json", "-", *options)
    return json.loads(out[:out.rindex("}") + 1])


# A file of its own, in which the scenario is in the call: what the program names is not local to main.
source = open(stack).read()
begin = source.index("int main(void)")
own = os.path.join(directory, "stack.c")
with open(own, "w") as file:
    file.write(source[:begin] + "int main(void) {\n  return ravel_linearizable(make_stack, free, "
               "operations, 2, (struct ravel_scenario){.threads = 2, .operations = 2});\n}\n")
status, text = check(own, "--cflags=-DLOST")
again, text_again = check(kept(text, "smallest.c"), "--cflags=-DLOST")

# In C++ the call of main itself is repeated.
in_cxx = os.path.join(os.path.dirname(stack), "cxx_results.cc")
_, cxx = check(in_cxx, "--cflags=-DSHARED")
cxx_status, cxx_again = check(kept(cxx, "smallest.cc"), "--cflags=-DSHARED")


def covered(*options):
    found = result(own, *options)
    return found["operations_covered"], found["operations_largest"], found["scenarios"]


def counts(jobs, *options):
    found = result(own, "-j%d" % jobs, *options)
    return [found.get(key) for key in ("verdict", "executions", "events", "longest", "scenarios", "histories",
                                       "operations_covered")] + [error["message"] for error in found["errors"]]


def scenarios_up_to_renaming():
    """Of three threads with two calls each, where the first and the third may do the same."""
    found = set()
    for threads in 1, 2, 3:
        lists = [[calls for n in (1, 2) for calls in itertools.product(range(3 if thread == 2 else 2), repeat=n)]
                 for thread in range(1, threads + 1)]
        for scenario in itertools.product(*lists):
            found.add((threads, scenario[1:2], tuple(sorted(scenario[::2]))))
    return len(found)


# There are three calls. Up to renaming of threads: 3 scenarios of one call, 6 + 9 of two, 27 of three, 45 of four.
some, every = covered("--max-executions=40"), covered()
shapes = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shapes.c")
_, crash = check(shapes, "--cflags=-DCRASH")
_, three = check(shapes, "--cflags=-DTHREE")
_, late = check(shapes, "--cflags=-DLATE")
_, pair = check(in_cxx, "--cflags=-DTORN")
_, asleep = check(os.path.join(os.path.dirname(stack), "blocking_queue.c"), "--cflags=-DLOST")
failed = n = 0
for what, right in (("the structure fails", status == 1),
                    ("the program compiles and fails", again == 1),
                    ("with the same scenario", text.split("\n")[0] == text_again.split("\n")[0]),
                    ("which is the only one", "in 1 scenario\n" in text_again),
                    ("in C++, too", cxx_status == 1 and cxx.split("\n")[0] == cxx_again.split("\n")[0]),
                    ("and it is the only one there", "in 1 scenario\n" in cxx_again),
                    ("what Ravel's headers do is put down to who called them",
                     "in main, thread main" in cxx and "ravel_" not in cxx.replace("ravel_thread", "")),
                    ("a result that is no number is not shown as one", re.search(r"both returns *\n", pair)),
                    ("nor is what is called to see which results are right",
                     re.search(r" ends *\n +main +error: assertion", asleep)),
                    ("40 executions are some scenarios of three calls", some[:2] == (2, 4)),
                    ("and more than all of two", some[2] > 18),
                    ("all are scenarios of four calls, too", every == (4, 4, 90)),
                    ("threads that are alike need not be neighbours",
                     result(shapes)["scenarios"] == scenarios_up_to_renaming()),
                    ("of 60 scenarios that are drawn, 4 differ",
                     result(shapes, "--cflags=-DDRAWN")["scenarios"] == 2 + 3 + 4),
                    ("what fails by itself has a scenario", 'alone: .only = "add(2) add(1)"' in crash),
                    ("and is made smaller", 'alone: .only = "add(1) | add(1) | add(1)"' in three),
                    ("no order fits two pops", "no order fits, whichever calls of different threads overlap" in text),
                    ("a call without an argument begins without one", "begins pop()" in text),
                    ("two calls that do not overlap are the reason elsewhere",
                     "\nadd(1) of thread 1 returned 0 before add(2) of thread 2 began; if they overlapped, "
                     "some order would fit\n" in late),
                    ("three workers count as one", counts(1) == counts(3)),
                    ("and find the same scenario", counts(1, "--cflags=-DLOST") == counts(2, "--cflags=-DLOST"))):
    n += 1
    if not right:
        print("FAIL", what, "\n", text_again, some, every)
        failed += 1
print("%d passed, %d failed" % (n - failed, failed))
sys.exit(failed > 0)
