#!/usr/bin/env python3
"""Objects with tasks: as many executions as brute force finds traces, and with options that explore
fewer, a final state is found if and only if there is one.

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

ROOT = pathlib.Path(__file__).resolve().parents[2]
RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
ALGORITHMS = ["optimal", "source", "sleep", "unfold"]
FEWER = [[], ["--context-sensitive"], ["--observers"], ["--context-sensitive", "--observers"]]

HEAD = """#include <assert.h>
#include "ravel_actor.h"
struct thing { struct ravel_object object; int a, b; };
static struct thing things[%d];
#define field(n) (*((n) %% 2 ? &things[(n) / 2].b : &things[(n) / 2].a))
"""


def operation(program, step):
    kind, first, *rest = step
    if kind == "call":
        return (f"ravel_future f{first} = ravel_call(&things[{program.of[first]}], "
                f"task{first}, 0);")
    if kind == "await":
        return f"ravel_await_future(f{first});"
    if kind == "if":
        return f"if (field({first}) == {rest[0]})"
    value = f"field({rest[0]})" if kind == "copy" else rest[0]
    return f"field({first}) {'+=' if kind == 'add' else '='} {value};"


def as_c(program, target):
    parts = [HEAD % program.objects]
    for task in reversed(range(len(program.tasks))):
        lines = [operation(program, step) for step in program.tasks[task]]
        parts.append(f"static void *task{task}(void *self, void *unused) {{\n  (void)self;\n  "
                     + "\n  ".join(lines) + "\n  return unused;\n}\n")
    same = " && ".join(f"field({f}) == {value}" for f, value in enumerate(target))
    parts.append(f"static void *end(void *self, void *unused) {{\n  (void)self;\n"
                 f"  assert(!({same}));\n  return unused;\n}}\n")
    calls = [operation(program, ("call", task)) for task in program.roots]
    waits = [operation(program, ("await", task)) for task in program.roots]
    parts.append("int main(void) {\n  " + "\n  ".join(calls + waits)
                 + "\n  ravel_get(ravel_call(&things[0], end, 0));\n  return 0;\n}\n")
    return "".join(parts)


def check(arguments, directory):
    result = directory / "result.json"
    command = [RAVEL, "check", "--quiet", "--json", result, "--trace", directory / "trace.json"]
    subprocess.run([*command, *arguments], capture_output=True, timeout=300, check=False)
    return json.loads(result.read_text())


def build(program, target, directory):
    source, binary = directory / "program.c", directory / "program"
    source.write_text(as_c(program, target))
    subprocess.run([RAVEL, "cc", "-O0", "-g", "-w", "-o", binary, source], check=True)
    return binary


def check_ordinary(source, flags, directory):
    """Built by the compiler alone, with threads of the operating system: whether it ends well."""
    binary = directory / "ordinary"
    subprocess.run(["cc", "-O1", "-w", *flags, f"-I{ROOT}/include", "-o", binary, source, "-pthread"],
                   check=True)
    done = subprocess.run([binary], capture_output=True, timeout=300, check=False)
    return None if done.returncode == 0 else f"{source.name} without Ravel: exit status {done.returncode}"


def check_program(number, directory):
    program = brute.Program(number)
    try:
        traces, ends = brute.explore(program, 4000)
    except brute.TooLarge:
        return
    state = program.rng.choice(sorted(ends))
    binary = build(program, (9, *state[1:]), directory)
    for algorithm in ALGORITHMS:
        found = check([f"--algorithm={algorithm}", binary], directory)
        yield (None if (found["verdict"], found["executions"]) == ("pass", traces) else
               f"program {number} [{algorithm}]: {found['verdict']}, {found['executions']} "
               f"executions, {traces} traces")
    for options in FEWER[1:]:
        found = check([*options, binary], directory)
        yield (None if found["verdict"] == "pass" and found["executions"] <= traces else
               f"program {number} {options}: {found['verdict']}, {found['executions']} executions, "
               f"{traces} traces")
    yield check_ordinary(directory / "program.c", [], directory)
    binary = build(program, state, directory)
    for algorithm in ("optimal", "source"):
        for options in FEWER:
            found = check([f"--algorithm={algorithm}", *options, binary], directory)
            yield (None if found["verdict"] == "fail" else
                   f"program {number} [{algorithm}] {options}: does not find {state}")


def main():
    seed, count = map(int, sys.argv[1:])
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="ravel-actors-") as name:
        left = ROOT / "test/programs/messages/actor_future_left.c"
        outcomes.append(check_ordinary(left, ["-DROUNDS=3000"], pathlib.Path(name)))
        if outcomes[0]:
            print(f"FAIL {outcomes[0]}", flush=True)
        for number in range(seed, seed + count):
            for wrong in check_program(number, pathlib.Path(name)):
                outcomes.append(wrong)
                if wrong:
                    print(f"FAIL {wrong}", flush=True)
    failed = sum(1 for wrong in outcomes if wrong)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
