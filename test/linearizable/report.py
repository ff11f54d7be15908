#!/usr/bin/env python3
"""The scenario that fails, as a program: it compiles, and fails in the same way. And how large the
scenarios are that a search has covered, in its result.

    report.py RAVEL DIRECTORY
"""

import json
import os
import subprocess
import sys

ravel, directory = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
stack = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../programs/linearizable/treiber_stack.c")
os.makedirs(directory, exist_ok=True)


def check(program, *options):
    result = subprocess.run([ravel, "check", "--trace", os.devnull, *options, program],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    return result.returncode, result.stdout


# A file of its own, in which the scenario is in the call: what the program names is not local to main.
source = open(stack).read()
begin = source.index("int main(void)")
with open(os.path.join(directory, "stack.c"), "w") as file:
    file.write(source[:begin] + "int main(void) {\n  return ravel_linearizable(make_stack, free, "
               "operations, 2, (struct ravel_scenario){.threads = 2, .operations = 2});\n}\n")
status, text = check(os.path.join(directory, "stack.c"), "--cflags=-DLOST")
lines = text.split("\n")
first = lines.index("as a program, to keep as a test:") + 1
last = next(i for i in range(first, len(lines)) if lines[i] == "  }")
smallest = os.path.join(directory, "smallest.c")
with open(smallest, "w") as file:
    file.write("".join(line[2:] + "\n" for line in lines[first:last + 1]))
again, text_again = check(smallest, "--cflags=-DLOST")


def covered(*options):
    _, out = check(os.path.join(directory, "stack.c"), "--no-scout", "--json", "-", *options)
    found = json.loads(out[:out.rindex("}") + 1])
    return found["operations_covered"], found["operations_largest"], found["scenarios"]


def counts(jobs, *options):
    _, out = check(os.path.join(directory, "stack.c"), "--no-scout", "--json", "-", "-j%d" % jobs, *options)
    found = json.loads(out[:out.rindex("}") + 1])
    return [found.get(key) for key in ("verdict", "executions", "events", "longest", "scenarios", "histories",
                                       "operations_covered")] + [error["message"] for error in found["errors"]]


# There are three calls. Up to renaming of threads: 6 scenarios of two calls, 27 of three, 45 of four.
some, every = covered("--max-executions=20"), covered()
failed = 0
for what, right in (("the structure fails", status == 1),
                    ("the program compiles and fails", again == 1),
                    ("with the same scenario", text.split("\n")[0] == text_again.split("\n")[0]),
                    ("which is the only one", "in 1 scenario\n" in text_again),
                    ("20 executions are some scenarios of three calls", some[:2] == (2, 4)),
                    ("and more than all of two", some[2] > 6),
                    ("all are scenarios of four calls, too", every == (4, 4, 78)),
                    ("three workers count as one", counts(1) == counts(3)),
                    ("and find the same scenario", counts(1, "--cflags=-DLOST") == counts(2, "--cflags=-DLOST"))):
    if not right:
        print("FAIL", what, "\n", text_again, some, every)
        failed += 1
print("%d passed, %d failed" % (9 - failed, failed))
sys.exit(failed > 0)
