#!/usr/bin/env python3
"""The classical litmus tests as C programs, with their known answers.

A test is its threads and an outcome. `allowed`: with --memory=c11 (RC11) some execution has the
outcome, so that the assertion against it fails. `forbidden`: none has, and the run passes. Under sc
none of the outcomes happens; those that happen under tso (x86) and pso are listed.

A thread is operations with ';' between them:  W x 1 rel   R y acq   F sc   A x 1 acq_rel (adds, reads)
Loads and additions go into registers t.i: the i-th of thread t, both from 0. In outcomes x and y are
what is there in the end.

Environment: RAVEL, the command under test.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
ORDERS = {"rlx": "relaxed", "acq": "acquire", "rel": "release", "acq_rel": "acq_rel", "sc": "seq_cst",
          "con": "consume"}

SB = "W x 1 {w}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
MP = "W x 1 rlx; {fw} W y 1 {w} | R y {r}; {fr} R x rlx"
LB = "R x {r}; W y 1 {w} | R y {r}; W x 1 {w}"
IRIW = "W x 1 {w} | W y 1 {w} | R x {r}; {f} R y {r} | R y {r}; {f} R x {r}"
WRC = "W x 1 {w} | R x {r}; W y 1 {w} | R y {r}; R x rlx"
RWC = "W x 1 {w} | R x {r}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
TWO_TWO_W = "W x 1 {w}; {f} W y 2 {w} | W y 1 {w}; {f} W x 2 {w}"
S = "W x 2 {w}; {f} W y 1 {w} | R y {r}; {f} W x 1 {w}"
R = "W x 1 {w}; {f} W y 1 {w} | W y 2 {w}; {f} R x {r}"
ISA2 = "W x 1 rlx; W y 1 {w} | R y {r}; W z 1 {w} | R z {r}; R x rlx"
W_RWC = "W x 1 {w}; W z 1 {w} | R z {r}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
Z6 = "W x 1 {w}; {f} W y 1 {w} | W y 2 {w}; {f} W z 1 {w} | R z {r}; {f} R x {r}"
ZERO = "{0.0} == 0 && {1.0} == 0"
MP_STALE = "{1.0} == 1 && {1.1} == 0"
IRIW_SPLIT = "{2.0} == 1 && {2.1} == 0 && {3.0} == 1 && {3.1} == 0"
WRC_STALE = "{1.0} == 1 && {2.0} == 1 && {2.1} == 0"
RWC_STALE = "{1.0} == 1 && {1.1} == 0 && {2.0} == 0"

TESTS = [
    ("SB+rlx", SB, dict(w="rlx", r="rlx"), ZERO, "allowed"),
    ("SB+rel-acq", SB, dict(w="rel", r="acq"), ZERO, "allowed"),
    ("SB+sc", SB, dict(w="sc", r="sc"), ZERO, "forbidden"),
    ("SB+rlx+F-sc", SB, dict(w="rlx", r="rlx", f="F sc;"), ZERO, "forbidden"),
    ("SB+rlx+F-acq_rel", SB, dict(w="rlx", r="rlx", f="F acq_rel;"), ZERO, "allowed"),
    ("SB+W-sc-R-rlx", SB, dict(w="sc", r="rlx"), ZERO, "allowed"),
    ("SB+W-rlx-R-sc", SB, dict(w="rlx", r="sc"), ZERO, "allowed"),
    ("MP+rlx", MP, dict(w="rlx", r="rlx"), MP_STALE, "allowed"),
    ("MP+rel-acq", MP, dict(w="rel", r="acq"), MP_STALE, "forbidden"),
    ("MP+rel-consume", MP, dict(w="rel", r="con"), MP_STALE, "forbidden"),
    ("MP+rel-rlx", MP, dict(w="rel", r="rlx"), MP_STALE, "allowed"),
    ("MP+rlx-acq", MP, dict(w="rlx", r="acq"), MP_STALE, "allowed"),
    ("MP+sc", MP, dict(w="sc", r="sc"), MP_STALE, "forbidden"),
    ("MP+F-rel+F-acq", MP, dict(w="rlx", r="rlx", fw="F rel;", fr="F acq;"), MP_STALE, "forbidden"),
    ("MP+F-rel", MP, dict(w="rlx", r="rlx", fw="F rel;"), MP_STALE, "allowed"),
    ("MP+F-acq", MP, dict(w="rlx", r="rlx", fr="F acq;"), MP_STALE, "allowed"),
    ("MP+F-rel+R-acq", MP, dict(w="rlx", r="acq", fw="F rel;"), MP_STALE, "forbidden"),
    ("MP+W-rel+F-acq", MP, dict(w="rel", r="rlx", fr="F acq;"), MP_STALE, "forbidden"),
    ("MP+F-sc", MP, dict(w="rlx", r="rlx", fw="F sc;", fr="F sc;"), MP_STALE, "forbidden"),
    ("MP+F-acq-F-rel-swapped", MP, dict(w="rlx", r="rlx", fw="F acq;", fr="F rel;"), MP_STALE,
     "allowed"),
    ("MP+release-sequence", "W x 1 rlx; W y 1 rel | A y 1 rlx | R y acq; R x rlx", {},
     "{2.0} == 2 && {2.1} == 0", "forbidden"),
    ("MP+no-sequence-by-store", "W x 1 rlx; W y 1 rel; W y 2 rlx | R y acq; R x rlx", {},
     "{1.0} == 2 && {1.1} == 0", "allowed"),
    ("LB+rlx", LB, dict(w="rlx", r="rlx"), "{0.0} == 1 && {1.0} == 1", "forbidden"),
    ("LB+rel-acq", LB, dict(w="rel", r="acq"), "{0.0} == 1 && {1.0} == 1", "forbidden"),
    ("IRIW+rlx", IRIW, dict(w="rlx", r="rlx"), IRIW_SPLIT, "allowed"),
    ("IRIW+rel-acq", IRIW, dict(w="rel", r="acq"), IRIW_SPLIT, "allowed"),
    ("IRIW+sc", IRIW, dict(w="sc", r="sc"), IRIW_SPLIT, "forbidden"),
    ("IRIW+rlx+F-sc", IRIW, dict(w="rlx", r="rlx", f="F sc;"), IRIW_SPLIT, "forbidden"),
    ("IRIW+F-acq_rel", IRIW, dict(w="rlx", r="rlx", f="F acq_rel;"), IRIW_SPLIT, "allowed"),
    ("WRC+rlx", WRC, dict(w="rlx", r="rlx"), WRC_STALE, "allowed"),
    ("WRC+rel-acq", WRC, dict(w="rel", r="acq"), WRC_STALE, "forbidden"),
    ("RWC+rel-acq", RWC, dict(w="rel", r="acq"), RWC_STALE, "allowed"),
    ("RWC+sc", RWC, dict(w="sc", r="sc"), RWC_STALE, "forbidden"),
    ("RWC+F-sc", RWC, dict(w="rlx", r="rlx", f="F sc;"), RWC_STALE, "forbidden"),
    ("2+2W+rlx", TWO_TWO_W, dict(w="rlx"), "{x} == 1 && {y} == 1", "allowed"),
    ("2+2W+rel", TWO_TWO_W, dict(w="rel"), "{x} == 1 && {y} == 1", "allowed"),
    ("2+2W+sc", TWO_TWO_W, dict(w="sc"), "{x} == 1 && {y} == 1", "forbidden"),
    ("2+2W+F-sc", TWO_TWO_W, dict(w="rlx", f="F sc;"), "{x} == 1 && {y} == 1", "forbidden"),
    ("S+rlx", S, dict(w="rlx", r="rlx"), "{1.0} == 1 && {x} == 2", "allowed"),
    ("S+rel-acq", S, dict(w="rel", r="acq"), "{1.0} == 1 && {x} == 2", "forbidden"),
    ("S+sc", S, dict(w="sc", r="sc"), "{1.0} == 1 && {x} == 2", "forbidden"),
    ("R+rlx", R, dict(w="rlx", r="rlx"), "{y} == 2 && {1.0} == 0", "allowed"),
    ("R+rel-acq", R, dict(w="rel", r="acq"), "{y} == 2 && {1.0} == 0", "allowed"),
    ("R+sc", R, dict(w="sc", r="sc"), "{y} == 2 && {1.0} == 0", "forbidden"),
    ("R+F-sc", R, dict(w="rlx", r="rlx", f="F sc;"), "{y} == 2 && {1.0} == 0", "forbidden"),
    ("CoRR", "W x 1 rlx | R x rlx; R x rlx", {}, "{1.0} == 1 && {1.1} == 0", "forbidden"),
    ("CoRR2", "W x 1 rlx | W x 2 rlx | R x rlx; R x rlx | R x rlx; R x rlx", {},
     "{2.0} == 1 && {2.1} == 2 && {3.0} == 2 && {3.1} == 1", "forbidden"),
    ("CoWW", "W x 1 rlx; W x 2 rlx | W y 1 rlx", {}, "{x} == 1", "forbidden"),
    ("CoRW", "R x rlx; W x 1 rlx | W y 1 rlx", {}, "{0.0} == 1", "forbidden"),
    ("CoRW2", "R x rlx; W x 1 rlx | W x 2 rlx", {}, "{0.0} == 2 && {x} == 2", "forbidden"),
    ("CoWR", "W x 1 rlx; R x rlx | W x 2 rlx", {}, "{0.0} == 2 && {x} == 1", "forbidden"),
    ("ISA2+rlx", ISA2, dict(w="rlx", r="rlx"), "{1.0} == 1 && {2.0} == 1 && {2.1} == 0", "allowed"),
    ("ISA2+rel-acq", ISA2, dict(w="rel", r="acq"), "{1.0} == 1 && {2.0} == 1 && {2.1} == 0",
     "forbidden"),
    ("W+RWC+rel-acq", W_RWC, dict(w="rel", r="acq"), RWC_STALE, "allowed"),
    ("W+RWC+sc", W_RWC, dict(w="sc", r="sc"), RWC_STALE, "forbidden"),
    ("W+RWC+F-sc", W_RWC, dict(w="rel", r="acq", f="F sc;"), RWC_STALE, "forbidden"),
    ("Z6+rel-acq", Z6, dict(w="rel", r="acq"), "{y} == 2 && {2.0} == 1 && {2.1} == 0", "allowed"),
    ("Z6+sc", Z6, dict(w="sc", r="sc"), "{y} == 2 && {2.0} == 1 && {2.1} == 0", "forbidden"),
    ("Z6+F-sc", Z6, dict(w="rlx", r="rlx", f="F sc;"), "{y} == 2 && {2.0} == 1 && {2.1} == 0",
     "forbidden"),
    ("additions", "A x 1 rlx | A x 1 rlx | A x 1 rlx", {}, "{x} != 3", "forbidden"),
    ("additions-differ", "A x 1 rlx | A x 1 rlx", {}, "{0.0} == {1.0}", "forbidden"),
]


# Loads overtake stores that are still in the buffer, unless a store is seq_cst or a fence is full.
TSO = {"SB+rlx", "SB+rel-acq", "SB+rlx+F-acq_rel", "SB+W-rlx-R-sc", "RWC+rel-acq", "R+rlx", "R+rel-acq",
       "W+RWC+rel-acq"}
# Stores overtake each other, too, unless the second one, or a fence between them, releases.
PSO = TSO | {"MP+rlx", "MP+rlx-acq", "MP+F-acq", "MP+F-acq-F-rel-swapped", "2+2W+rlx", "S+rlx",
             "ISA2+rlx"}


# What is refused with --memory=c11: the code of a thread, and what is said.
REFUSED = [
    ("await", "ravel_await(r[0][0] == 1);", "ravel_await() of memory that is not accessed"),
    ("block", "ravel_atomic { r[0][0] = 1; }", "an atomic block"),
]


# What is told of an error with --memory=c11: threads, outcome, and lines of the report. {W y} is the
# line of that operation.
STALE = "reads x = 0, the initial value, though T1 t0's store of 1 came before"
TOLD = [
    ("MP", "W x 1 rlx; W y 1 rlx | R y rlx; R x rlx", MP_STALE,
     ["needs weak memory", "pass with release at {W y 1 rlx} and acquire at {R y rlx}", STALE]),
    ("MP-release", "W x 1 rlx; W y 1 rel | R y rlx; R x rlx", MP_STALE,
     ["needs weak memory", "pass with acquire at {R y rlx}", STALE]),
    ("MP-fence", "W x 1 rlx; W y 1 rel | R y rlx; F rel; R x rlx", MP_STALE,
     ["needs weak memory", "pass with acq_rel at {F rel}", STALE]),
    ("SB", "W x 1 rlx; R y rlx | W y 1 rlx; R x rlx", ZERO,
     ["pass with seq_cst at {W x 1 rlx}, {R y rlx}, {W y 1 rlx} and {R x rlx}",
      "pass with a seq_cst fence before {R y rlx} and {R x rlx}", STALE]),
    ("2+2W", "W x 1 rlx; W y 2 rlx | W y 1 rlx; W x 2 rlx", "{x} == 1 && {y} == 1",
     ["needs weak memory", "in modification order before T1 t0's store of 1"]),
    ("stale-store", "W x 1 rlx; W x 2 rlx; W y 1 rlx | R y rlx; R x rlx",
     "{1.0} == 1 && {1.1} == 1",
     ["reads x = 1, of step 1 by T1 t0, though T1 t0's store of 2 came before"]),
    ("sc", "W x 1 rlx | R x rlx", "{1.0} == 1", ["!needs weak memory", "!pass with", "!though"]),
]


def statement(thread, number, text):
    """The C code of an operation, and whether it has a register."""
    what, *rest = text.split()
    order = "memory_order_" + ORDERS[rest[-1]]
    register = f"r[{thread}][{number}]"
    if what == "F":
        return f"atomic_thread_fence({order});", False
    if what == "W":
        return f"atomic_store_explicit(&{rest[0]}, {rest[1]}, {order});", False
    if what == "R":
        return f"{register} = atomic_load_explicit(&{rest[0]}, {order});", True
    return f"{register} = atomic_fetch_add_explicit(&{rest[0]}, {rest[1]}, {order});", True


def program(threads, outcome):
    functions, calls, joins = [], [], []
    for t, code in enumerate(threads):
        registers, body = 0, []
        for text in filter(None, (part.strip() for part in code.split(";"))):
            line, has_register = statement(t, registers, text)
            registers += has_register
            body.append("  " + line)
        functions.append(f"static void *t{t}(void *unused) {{\n" + "\n".join(body) +
                         "\n  return unused;\n}")
        calls.append(f"  pthread_create(&t[{t}], NULL, t{t}, NULL);")
        joins.append(f"  pthread_join(t[{t}], NULL);")
    outcome = re.sub(r"\{(\d)\.(\d)\}", r"r[\1][\2]", outcome)
    outcome = re.sub(r"\{(\w)\}", r"\1", outcome)
    return "\n".join(["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>",
                      "static atomic_int x, y, z;", "static int r[4][4];", *functions,
                      "int main(void) {", f"  pthread_t t[{len(threads)}];", *calls, *joins,
                      "  (void)z;", f"  assert(!({outcome}));", "}", ""])


def build(folder, name, source):
    path = os.path.join(folder, re.sub(r"\W", "_", name))
    with open(path + ".c", "w") as file:
        file.write(source)
    subprocess.run([RAVEL, "cc", "-g", "-pthread", "-o", path, path + ".c"], check=True, timeout=60)
    return path


def check(path, memory):
    trace = f"{path}.{memory}.json"
    done = subprocess.run([RAVEL, "check", "--quiet", "--memory=" + memory, "--trace=" + trace, path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60)
    if done.returncode == 1:
        again = subprocess.run([RAVEL, "replay", trace], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        if "reproduced: the same" not in again.stdout:
            return None, "the error is not reproduced: " + again.stdout
    return done.returncode, done.stdout


def judge(folder, test):
    name, code, orders, outcome, answer = test
    orders = {"f": "", "fw": "", "fr": "", **orders}
    path = build(folder, name, program(code.format(**orders).split("|"), outcome))
    wrong = []
    for memory, allowed in (("sc", False), ("tso", name in TSO), ("pso", name in PSO),
                            ("c11", answer == "allowed")):
        status, output = check(path, memory)
        if status != allowed:
            wrong.append(f"{name}, {memory}: exit status {status}, not {int(allowed)}\n{output}")
    return wrong


def judge_told(folder, test):
    name, code, outcome, wanted = test
    path = os.path.join(folder, "told_" + re.sub(r"\W", "_", name))
    source = program(code.split("|"), outcome)
    with open(path + ".c", "w") as file:
        file.write(source)
    done = subprocess.run([RAVEL, "check", "--memory=c11", "--trace=" + path + ".json", path + ".c"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=60)

    def place(match):
        line, _ = statement(0, 0, match.group(1))
        line = line.split("= ")[-1]
        number = next(i for i, text in enumerate(source.splitlines(), 1) if line in text)
        return f"{path}.c:{number}"

    wrong = []
    for text in wanted:
        absent = text.startswith("!")
        text = re.sub(r"\{([^}]*)\}", place, text.lstrip("!"))
        if (text in done.stdout) == absent:
            wrong.append(f"{name}: {'told' if absent else 'not told'}: {text}\n{done.stdout}")
    return wrong


def judge_refused(folder, test):
    name, code, words = test
    source = "#include <ravel_mailbox.h>\n" + program(["W x 1 rlx", "R x rlx"], "{x} == 7")
    source = source.replace("  return unused;", "  " + code + "\n  return unused;", 1)
    status, output = check(build(folder, "refused " + name, source), "c11")
    right = status == 2 and words in output and "--memory=c11" in output
    return [] if right else [f"{name}: not refused: exit status {status}\n{output}"]


def main():
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for found in pool.map(lambda test: judge(folder, test), TESTS) for text in found]
        wrong += [text for found in pool.map(lambda test: judge_told(folder, test), TOLD)
                  for text in found]
        wrong += [text for test in REFUSED for text in judge_refused(folder, test)]
    for text in wrong:
        print(text)
    print(f"{len(TESTS)} litmus tests under 4 models, {len(wrong)} wrong")
    assert TSO | PSO <= {test[0] for test in TESTS}
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
