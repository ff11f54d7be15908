#!/usr/bin/env python3
"""The classical litmus tests as C programs, with their known answers.

A test is its threads, an outcome, and the models that allow it: some execution has the outcome, so
that the assertion against it fails. Under the others none has, and the run passes. The answers are
those of the literature: herd's for RC11 (Lahav and others 2017), x86-TSO (Owens and others 2009),
SPARC's PSO.

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

# Shapes: {w} and {r} are orders of writes and reads, {f} is what comes between two accesses.
SB = "W x 1 {w}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
MP = "W x 1 {w}; {f} W y 1 {w} | R y {r}; {f} R x {r}"
LB = "R x {r}; {f} W y 1 {w} | R y {r}; {f} W x 1 {w}"
IRIW = "W x 1 {w} | W y 1 {w} | R x {r}; {f} R y {r} | R y {r}; {f} R x {r}"
WRC = "W x 1 {w} | R x {r}; {f} W y 1 {w} | R y {r}; {f} R x {r}"
RWC = "W x 1 {w} | R x {r}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
TWO_TWO_W = "W x 1 {w}; {f} W y 2 {w} | W y 1 {w}; {f} W x 2 {w}"
S = "W x 2 {w}; {f} W y 1 {w} | R y {r}; {f} W x 1 {w}"
R = "W x 1 {w}; {f} W y 1 {w} | W y 2 {w}; {f} R x {r}"
ISA2 = "W x 1 {w}; {f} W y 1 {w} | R y {r}; {f} W z 1 {w} | R z {r}; {f} R x {r}"
W_RWC = "W x 1 {w}; {f} W z 1 {w} | R z {r}; {f} R y {r} | W y 1 {w}; {f} R x {r}"
Z6 = "W x 1 {w}; {f} W y 1 {w} | W y 2 {w}; {f} W z 1 {w} | R z {r}; {f} R x {r}"
ZERO = "{0.0} == 0 && {1.0} == 0"
MP_STALE = "{1.0} == 1 && {1.1} == 0"
IRIW_SPLIT = "{2.0} == 1 && {2.1} == 0 && {3.0} == 1 && {3.1} == 0"
WRC_STALE = "{1.0} == 1 && {2.0} == 1 && {2.1} == 0"
RWC_STALE = "{1.0} == 1 && {1.1} == 0 && {2.0} == 0"

SHAPES = {
    "SB": (SB, ZERO), "MP": (MP, MP_STALE), "LB": (LB, "{0.0} == 1 && {1.0} == 1"),
    "IRIW": (IRIW, IRIW_SPLIT), "WRC": (WRC, WRC_STALE), "RWC": (RWC, RWC_STALE),
    "2+2W": (TWO_TWO_W, "{x} == 1 && {y} == 1"), "S": (S, "{1.0} == 1 && {x} == 2"),
    "R": (R, "{y} == 2 && {1.0} == 0"), "ISA2": (ISA2, "{1.0} == 1 && {2.0} == 1 && {2.1} == 0"),
    "W+RWC": (W_RWC, RWC_STALE), "Z6": (Z6, "{y} == 2 && {2.0} == 1 && {2.1} == 0"),
    "CoRR": ("W x 1 {w} | R x {r}; {f} R x {r}", "{1.0} == 1 && {1.1} == 0"),
    "CoWW": ("W x 1 {w}; {f} W x 2 {w} | W y 1 {w}", "{x} == 1"),
    "CoRW": ("R x {r}; {f} W x 1 {w} | W x 2 {w}", "{0.0} == 2 && {x} == 2"),
    "CoWR": ("W x 1 {w}; {f} R x {r} | W x 2 {w}", "{0.0} == 2 && {x} == 1"),
}
COHERENCE = {"CoRR", "CoWW", "CoRW", "CoWR"}
WAYS = {"rlx": dict(w="rlx", r="rlx"), "rel-acq": dict(w="rel", r="acq"), "sc": dict(w="sc", r="sc"),
        **{"F-" + f: dict(w="rlx", r="rlx", f=f"F {f};") for f in ("acq", "rel", "acq_rel", "sc")}}

# Which are allowed, by model and way; all others are forbidden, those of one object and LB always.
# Loads overtake stores in the buffer: releasing, acquiring means nothing to that.
BUFFERED = {"SB", "RWC", "R", "W+RWC"}
# Under pso stores overtake each other unless one releases.
OVERTAKEN = BUFFERED | {"MP", "2+2W", "S", "ISA2", "Z6"}
# RC11: what synchronises forbids MP, WRC, S and ISA2. It takes seq_cst for the others.
RELAXED = set(SHAPES) - COHERENCE - {"LB"}
SYNCHRONISED = RELAXED - {"MP", "WRC", "S", "ISA2"}
ALLOWED = {
    "tso": {way: BUFFERED for way in ("rlx", "rel-acq", "F-acq", "F-rel", "F-acq_rel")},
    "pso": {"rlx": OVERTAKEN, "F-acq": OVERTAKEN, "rel-acq": BUFFERED, "F-rel": BUFFERED,
            "F-acq_rel": BUFFERED},
    "c11": {"rlx": RELAXED, "F-acq": RELAXED, "F-rel": RELAXED, "rel-acq": SYNCHRONISED,
            "F-acq_rel": SYNCHRONISED},
}
MODELS = ("sc", "tso", "pso", "c11")


def shapes():
    for shape, (code, outcome) in SHAPES.items():
        for way, orders in WAYS.items():
            yield (f"{shape}+{way}", code.format(**{"f": "", **orders}), outcome,
                   {model for model in MODELS if shape in ALLOWED.get(model, {}).get(way, ())})


# And others: name, code, outcome, the models that allow it.
MP_FENCES = "W x 1 rlx; {} W y 1 {} | R y {}; {} R x rlx"
OTHERS = [
    ("SB+W-sc-R-rlx", SB.format(w="sc", r="rlx", f=""), ZERO, {"c11"}),
    ("SB+W-rlx-R-sc", SB.format(w="rlx", r="sc", f=""), ZERO, {"tso", "pso", "c11"}),
    ("MP+rel-consume", MP_FENCES.format("", "rel", "con", ""), MP_STALE, set()),
    ("MP+rel-rlx", MP_FENCES.format("", "rel", "rlx", ""), MP_STALE, {"c11"}),
    ("MP+rlx-acq", MP_FENCES.format("", "rlx", "acq", ""), MP_STALE, {"pso", "c11"}),
    ("MP+F-rel-F-acq", MP_FENCES.format("F rel;", "rlx", "rlx", "F acq;"), MP_STALE, set()),
    ("MP+F-rel-nothing", MP_FENCES.format("F rel;", "rlx", "rlx", ""), MP_STALE, {"c11"}),
    ("MP+nothing-F-acq", MP_FENCES.format("", "rlx", "rlx", "F acq;"), MP_STALE, {"pso", "c11"}),
    ("MP+F-rel-R-acq", MP_FENCES.format("F rel;", "rlx", "acq", ""), MP_STALE, set()),
    ("MP+W-rel-F-acq", MP_FENCES.format("", "rel", "rlx", "F acq;"), MP_STALE, set()),
    ("MP+F-acq-F-rel", MP_FENCES.format("F acq;", "rlx", "rlx", "F rel;"), MP_STALE, {"pso", "c11"}),
    ("MP+release-sequence", "W x 1 rlx; W y 1 rel | A y 1 rlx | R y acq; R x rlx",
     "{2.0} == 2 && {2.1} == 0", set()),
    ("MP+no-sequence-by-store", "W x 1 rlx; W y 1 rel; W y 2 rlx | R y acq; R x rlx",
     "{1.0} == 2 && {1.1} == 0", {"c11"}),
    ("CoRR2", "W x 1 rlx | W x 2 rlx | R x rlx; R x rlx | R x rlx; R x rlx",
     "{2.0} == 1 && {2.1} == 2 && {3.0} == 2 && {3.1} == 1", set()),
    ("CoRW1", "R x rlx; W x 1 rlx | W y 1 rlx", "{0.0} == 1", set()),
    ("additions", "A x 1 rlx | A x 1 rlx | A x 1 rlx", "{x} != 3", set()),
    ("additions-differ", "A x 1 rlx | A x 1 rlx", "{0.0} == {1.0}", set()),
]


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


# The same with --memory=tso: when stores reach memory.
TOLD_TSO = [
    ("SB", "W x 1 rlx; R y rlx | W y 1 rlx; R x rlx", ZERO,
     ["writes x = 1, into its store buffer; it reaches memory after step 4", STALE]),
    ("SB-forwarded", "W x 1 rlx; R x rlx; R y rlx | W y 1 rlx; R x rlx",
     "{0.1} == 0 && {1.0} == 0", ["reads x = 1, from its store buffer", "it reaches memory after"]),
    ("sc", "W x 1 rlx | R x rlx", "{1.0} == 1", ["!store buffer"]),
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


def check(path, memory, *options):
    trace = f"{path}.{memory}.json"
    done = subprocess.run([RAVEL, "check", "--quiet", "--memory=" + memory, *options, "--trace=" + trace, path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60)
    if done.returncode == 1:
        again = subprocess.run([RAVEL, "replay", trace], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        if "reproduced: the same" not in again.stdout:
            return None, "the error is not reproduced: " + again.stdout
    return done.returncode, done.stdout


def judge(folder, test):
    name, code, outcome, allowed = test
    path = build(folder, name, program(code.split("|"), outcome))
    wrong = []
    for memory in MODELS:
        # A program in which all is seq_cst would be explored as under sc.
        status, output = check(path, memory, *(["--algorithm=graph"] if memory != "sc" else []))
        if status != (memory in allowed):
            wrong.append(f"{name}, {memory}: exit status {status}, not {int(memory in allowed)}\n{output}")
    return wrong


def judge_told(folder, test, memory="c11"):
    name, code, outcome, wanted = test
    path = os.path.join(folder, "told_" + memory + re.sub(r"\W", "_", name))
    source = program(code.split("|"), outcome)
    with open(path + ".c", "w") as file:
        file.write(source)
    done = subprocess.run([RAVEL, "check", "--memory=" + memory, "--trace=" + path + ".json", path + ".c"],
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
    path = build(folder, "refused " + name, source)
    wrong = []
    for option in "--reset=auto", "--reset=fork":
        status, output = check(path, "c11", option)
        if status != 2 or words not in output or "--memory=c11" not in output or "--memory=sc" not in output:
            wrong.append(f"{name}, {option}: not refused: exit status {status}\n{output}")
    return wrong


def main():
    tests = [*shapes(), *OTHERS]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for found in pool.map(lambda test: judge(folder, test), tests) for text in found]
        wrong += [text for found in pool.map(lambda test: judge_told(folder, test), TOLD)
                  for text in found]
        wrong += [text for test in TOLD_TSO for text in judge_told(folder, test, "tso")]
        wrong += [text for test in REFUSED for text in judge_refused(folder, test)]
    for text in wrong:
        print(text)
    print(f"{len(tests)} litmus tests under 4 models, {len(wrong)} wrong")
    assert all("sc" not in test[3] and ("tso" not in test[3] or "pso" in test[3]) for test in tests)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
