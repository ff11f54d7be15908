#!/usr/bin/env python3
"""Random C programs through the whole of Ravel, judged by an interpreter of its own.

    check.py RAVEL C_ORACLE SEED COUNT [FEATURES]

Programs come in batches: one binary, of which an argument selects the program. Each is run with
options drawn by its seed. What Ravel reports must be what the interpreter (C_ORACLE) says: with
--keep-going every error and every outcome, without it one of them, and `pass` only if there is none.
With --preemption-bound=N at least what the interpreter finds within N preemptions. Every error that is
reported must be possible, and its trace must replay. With --keep-going, traces are counted in another order, too.

FEATURES are names of FEATURE below, separated by commas; with a minus in front, all but that one.
A mismatch is printed with the program, made as small as it can be, and the options.

Of retry-loops and helping some executions never end, as two threads can keep each other going round. There, a search
that does not end and a nontermination are counted apart, by what stopped the search; what was found until
then must be possible. A nontermination must be one under a fair scheduler.

Environment: ALGORITHM, the only one to be used (graph is used by that alone, and what it refuses is counted
apart); JOBS, how many batches at a time; SHRINK, how many mismatches to make smaller; SECONDS, how
long a program may take; EXECUTIONS, how many executions one with such loops may have; CXX_SHARE, how many
batches are C++; CONTEXT_SHARE, how many searches have --context-sensitive; LEVELS, how programs are optimised.
"""

import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

FEATURE = {name: 1 << bit for bit, name in enumerate(
    "loops locks semaphores rwlocks conditions objects plain mixed timed assume local exit system trees "
    "assert weak state-loops weak-cas retry-loops descriptors helping signals".split())}
ASKED_FOR = {"attempts": 1 << 22}
RETRIES = FEATURE["retry-loops"] | FEATURE["helping"] | ASKED_FOR["attempts"]
BATCH = 40
SECONDS = int(os.environ.get("SECONDS", "60"))
EXECUTIONS = int(os.environ.get("EXECUTIONS", "2000"))
DEBUG = os.environ.get("DEBUG", "-g1")  # lines are enough, and reading types takes long
CXX_SHARE = float(os.environ.get("CXX_SHARE", "0.15"))
CONTEXT_SHARE = float(os.environ.get("CONTEXT_SHARE", "0.2"))
LEVELS = os.environ.get("LEVELS", "-O0 -O1 -O2").split()
LIMITS = ("--max-seconds", "--max-executions", "--max-steps")
CXX = "-std=c++20"
STEPS = 5000  # of an execution that ends, there are far fewer


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


class Batch:
    """One C file with several programs, compiled in one of several ways."""

    def __init__(self, directory, tools, features, seeds, how):
        self.directory = directory
        self.ravel, self.oracle = tools
        self.how = how
        self.source = os.path.join(directory, "batch.cc" if self.is_cxx() else "batch.c")
        self.binary = os.path.join(directory, "batch")
        table = os.path.join(directory, "batch.json")
        made = run([self.oracle, str(features), self.source, table, *seeds])
        if made.returncode:
            raise RuntimeError(made.stdout)
        with open(table) as file:
            self.programs = json.load(file)

    def is_cxx(self):
        return CXX in self.how[1]

    def compile(self):
        compiler, level = self.how
        made = run([self.ravel, "c++" if self.is_cxx() else "cc", *level.split(), DEBUG, "-w", "-o", self.binary, self.source],
                   env=dict(os.environ, RAVEL_CC=compiler), timeout=300)
        if made.returncode:
            raise RuntimeError(made.stdout)


def draw_options(seed, program):
    """Options for a program, and which of its outcomes it is to call an error: -2 means all."""
    rng = random.Random(seed)
    small = program["states"] < 400
    algorithms = ["optimal"] * 4 + ["source", "dpor", "unfold", "sleep"] + ["naive"] * small
    algorithm = os.environ.get("ALGORITHM") or rng.choice(algorithms)
    options = ["--algorithm=" + algorithm, "--timeouts=%d" % program["timeouts"]]
    if program["spurious"]:
        options.append("--spurious=%d" % program["spurious"])
    always = len(options)
    if algorithm in ("optimal", "source"):
        if rng.random() < CONTEXT_SHARE:
            options.append("--context-sensitive")
        if rng.random() < 0.2:
            options.append("--observers")
    if algorithm == "unfold":
        options.append("--k=" + rng.choice(["optimal", "1", "2"]))
    bound = None
    bounded = 0.5 if program["features"] & FEATURE["timed"] else 0.25
    if algorithm == "graph" or program["features"] & FEATURE["signals"]:  # what interrupts a thread is another one
        bounded = 0
    if algorithm != "unfold" and len(options) == always and rng.random() < bounded:
        bound = rng.randrange(4)
        options.append("--preemption-bound=%d" % bound)
    if algorithm != "graph":
        options.append("--order=" + rng.choice(["round-robin", "youngest", "random"]))
    options.append("--seed=%d" % rng.randrange(100))
    races = rng.choice(["report", "interleave", "interleave", "ignore"]) if program["racy"] else \
        rng.choice(["report", "report", "interleave", "ignore"])
    if program["plain_loops"]:  # where nobody else runs between plain accesses, these never end
        races = "interleave"
    elif program["plain_calls"] and races == "interleave":  # of how many steps a call or a handler is, it can't say
        races = "report"
    elif algorithm == "naive" and program["features"] & FEATURE["descriptors"]:  # too many events
        races = "report"
    if algorithm == "graph" and races == "ignore":
        races = "report"
    options.append("--races=" + races)
    if rng.random() < 0.1 and algorithm != "graph" and not program["features"] & ASKED_FOR["attempts"]:
        options.append("--void-iterations")
    if rng.random() < 0.8:
        options.append("--no-scout")
    if rng.random() < (0.1 if small else 0.02):
        options.append("--reset=fork")
    keep_going = rng.random() < 0.6
    if keep_going:
        options.append("--keep-going")
    outcomes = program["all"]["outcomes"]
    chosen = -2 if keep_going else rng.choice([-1, -1, *outcomes[:3]])
    any_exit = program["features"] & FEATURE["exit"] and rng.random() < 0.3
    if any_exit:
        options.append("--expect-exit=any")
    return {"options": options, "keep_going": keep_going, "chosen": chosen, "races": races, "bound": bound,
            "any_exit": bool(any_exit)}


def errors_of(found, setting):
    """What the interpreter has found, as the errors that Ravel is to report."""
    errors = {("assertion", "statement %d" % i) for i in found["failed"]}
    errors |= {("lock-misuse", i) for i in found["misused"]}
    if found["deadlock"]:
        errors.add(("deadlock",))
    exits = set(found["exits"])
    if setting["chosen"] == -2:
        errors |= {("assertion", "outcome %d" % (i % 8)) for i in found["outcomes"]}
        exits -= {0, 5}  # main does not return
    elif setting["chosen"] in found["outcomes"]:
        errors.add(("assertion", "chosen outcome"))
    if not setting["any_exit"]:
        errors |= {("exit-status", i) for i in exits - {0}}
    return errors


def reported(result, number):
    """The errors of Ravel's result in the same words; what should not be there keeps its message."""
    errors = set()
    for error in result["errors"]:
        kind, message = error["kind"], error["message"]
        place = re.search(r":(\d+)", error.get("location") or "")
        line = int(place.group(1)) - 1000 * (number + 1) if place else None
        text = re.search(r'assertion `!"(.*?)"', message)
        if kind == "assertion" and text:
            errors.add((kind, text.group(1)))
        elif kind in ("lock-misuse", "data-race"):
            errors.add((kind, line))
        elif kind == "deadlock":
            errors.add((kind,))
        elif kind == "exit-status":
            errors.add((kind, int(re.search(r"status (\d+)", message).group(1))))
        else:
            errors.add((kind, message))
    return errors


def not_possible(program, setting, found):
    races = {("data-race", i) for i in program["all"]["racing"]} if setting["races"] == "report" else set()
    circle = {("deadlock",)} if program["all"]["circle"] else set()
    wrong = found - errors_of(program["all"], setting) - races - circle
    return "not possible: %s" % sorted(map(str, wrong)) if wrong else None


def judge_errors(program, setting, found, verdict):
    """What is wrong with the errors that were reported; nothing if they are right."""
    everything = program["all"]
    required = errors_of(everything, setting)
    races = {("data-race", i) for i in everything["racing"]} if setting["races"] == "report" else set()
    racing = everything["racing"] and setting["races"] != "interleave"
    wrong = not_possible(program, setting, found)
    if wrong:
        return wrong
    if setting["bound"] is not None:
        required = errors_of(program[str(setting["bound"])], setting)
    if racing:
        required = set() if setting["races"] == "ignore" or setting["bound"] is not None else races
        if required and not found & races and (setting["keep_going"] or not found):
            return "no data race, of %s" % sorted(map(str, races))
        required = set()
    if program["outside"]:  # a signal from outside may yet come
        required -= {("deadlock",)}
    if setting["keep_going"]:
        missing = required - found
        if missing:
            return "missing: %s" % sorted(map(str, missing))
    elif required and not found:
        return "nothing, of %s" % sorted(map(str, required))
    expected = "fail" if found else "incomplete" if everything["cut"] and setting["bound"] is None else "pass"
    if verdict != expected and not (racing or setting["bound"] is not None):
        return "verdict %s, not %s" % (verdict, expected)
    return None


def check(batch, number, setting):
    """What is wrong with one program, or None."""
    program = batch.programs[number]
    with tempfile.TemporaryDirectory(dir=batch.directory) as directory:
        result_file = os.path.join(directory, "result.json")
        trace = os.path.join(directory, "t.json")
        retries = program["features"] & RETRIES
        limits = ["--max-seconds=%d" % SECONDS]
        if retries:
            limits += ["--max-executions=%d" % EXECUTIONS, "--max-steps=%d" % STEPS]
        command = [batch.ravel, "check", "--quiet", *limits, "--json=" + result_file,
                   "--trace=" + trace, *setting["options"], batch.binary, "--", str(number), str(setting["chosen"])]
        try:
            done = run(command, cwd=directory, timeout=4 * SECONDS)
        except subprocess.TimeoutExpired:
            return "it hangs"
        try:
            with open(result_file) as file:
                result = json.load(file)
        except (OSError, ValueError):
            return "no result: " + done.stdout.strip()[-300:]
        if done.returncode != {"pass": 0, "fail": 1, "incomplete": 3}[result["verdict"]] and "failure" not in result:
            return "exit status %d, verdict %s" % (done.returncode, result["verdict"])
        if "is not supported with --algorithm=graph" in result.get("failure", ""):
            return ENDLESS + "it is refused"
        if "failure" in result:
            return "failure: %s" % result["failure"]
        found = reported(result, number)
        endless = {error for error in found if error[0] == "nontermination"}
        given_up = {error for error in found if error[0] == "long-execution"}
        stopped = any(limit in result.get("stopped_by", "") for limit in LIMITS)  # its seconds begin a bit later
        if endless and not program["all"]["endless"]:
            return "nontermination, but each fair execution ends: %s" % sorted(map(str, endless))
        if retries and (endless or given_up or stopped):
            wrong = not_possible(program, setting, found - endless - given_up)
            return wrong if wrong else ENDLESS + ("nontermination" if endless else "a long execution" if given_up
                                                  else result["stopped_by"])
        if stopped:
            return "it does not end: %d executions" % result["executions"]
        wrong = judge_errors(program, setting, found, result["verdict"]) or \
            count_again(batch, number, setting, command, result, directory)
        if wrong:
            return wrong
        if result["errors"]:
            return replay(batch, random.Random(number).choice(result["errors"]), directory)
    return None


def count_again(batch, number, setting, command, result, directory):
    """How many traces there are does not depend on the order in which they are explored. (Which iterations are
    known to be void does: what they rest on is found out on the way.)"""
    options = setting["options"]
    void = batch.programs[number]["features"] & RETRIES and "--void-iterations" not in options
    counts = ("--algorithm=%s" % name for name in ("optimal", "source", "dpor", "sleep"))
    if (void or not setting["keep_going"] or setting["bound"] is not None or options[0] not in counts
            or {"--context-sensitive", "--observers"} & set(options)):
        return None
    order = "youngest" if "--order=round-robin" in options else "round-robin"
    again = os.path.join(directory, "again.json")
    run([*(word for word in command[:command.index("--")] if not word.startswith(("--order=", "--json=", "--algorithm="))),
         "--order=" + order, "--algorithm=optimal", "--json=" + again, *command[command.index("--"):]], cwd=directory,
        timeout=4 * SECONDS)
    with open(again) as file:
        other = json.load(file)
    if "failure" in other or "stopped_by" in other and any(limit in other["stopped_by"] for limit in LIMITS):
        return None
    if other["executions"] != result["executions"]:
        return "count: %d, and %d with --order=%s" % (result["executions"], other["executions"], order)
    return None


def replay(batch, error, directory):
    done = run([batch.ravel, "replay", "--quiet", error["trace"]], cwd=directory, timeout=4 * SECONDS)
    return None if done.returncode == 1 else "%s does not replay: %s" % (error["kind"], done.stdout.strip()[-300:])


def kind_of(wrong):
    """What a smaller program must do wrong, too."""
    return "replay" if "does not replay" in wrong else wrong.split(":")[0]


ENDLESS = "did not end: "
TAKES_LONG = ("it does not end", "it hangs")


class Sweep:
    def __init__(self, ravel, oracle, features):
        self.tools = (os.path.abspath(ravel), os.path.abspath(oracle))
        self.features = features
        self.passed = self.failed = 0
        self.endless = collections.defaultdict(list)

    def batch(self, first, count):
        rng = random.Random(first)
        how = (rng.choice(["gcc", "clang"]), rng.choice(LEVELS))
        if rng.random() < 0.25:  # atomics in assembly
            how = (how[0], how[1] + " -DASSEMBLY")
        features = self.features
        if rng.random() < CXX_SHARE:  # std::atomic, std::timed_mutex, std::thread
            how = (how[0], how[1].replace(" -DASSEMBLY", "") + " " + CXX)
            features &= ~(FEATURE["objects"] | FEATURE["signals"])
        if rng.random() < 0.85:  # what programs import says how they are put back
            features &= ~FEATURE["system"]
        if how[0] == "clang":  # all compare-and-swaps are strong
            features &= ~FEATURE["weak-cas"]
        with tempfile.TemporaryDirectory() as directory:
            batch = Batch(directory, self.tools, features, [str(first + i) for i in range(count)], how)
            batch.compile()
            for number, program in enumerate(batch.programs):
                setting = draw_options(program["seed"], program)
                wrong = check(batch, number, setting)
                if wrong and wrong.startswith(ENDLESS):
                    self.endless[wrong].append(program["seed"])
                elif wrong:
                    self.failed += 1
                    self.report(features, how, program, setting, wrong)
                else:
                    self.passed += 1

    def wrong_without(self, features, how, seed, setting):
        """What is wrong with a program of which statements are left out, and the source."""
        with tempfile.TemporaryDirectory() as directory:
            batch = Batch(directory, self.tools, features, [seed], how)
            if not batch.programs:
                return None, None, None
            batch.compile()
            program = batch.programs[0]
            if setting["chosen"] >= 0:
                setting = dict(setting, chosen=-1)
            with open(batch.source) as file:
                return check(batch, 0, setting), program, file.read()

    def shrink(self, features, how, seed, setting):
        """Leaves out statements as long as something is wrong."""
        wrong, program, source = self.wrong_without(features, how, seed, setting)
        if not wrong:
            return None
        kind = kind_of(wrong)
        smaller = True
        while smaller:
            smaller = False
            for statement in program["statements"]:
                attempt = self.wrong_without(features, how, "%s-%d" % (seed, statement), setting)
                if attempt[0] and kind_of(attempt[0]) == kind:
                    seed, smaller = "%s-%d" % (seed, statement), True
                    wrong, program, source = attempt
                    break
        return seed, wrong, program, source

    def report(self, features, how, program, setting, wrong):
        print("== %s (features %d): %s" % (program["seed"], program["features"], wrong))
        print("   %s %s %s" % (*how, " ".join(setting["options"])), "outcome", setting["chosen"])
        left = self.failed > int(os.environ.get("SHRINK", "10")) or kind_of(wrong) in TAKES_LONG
        small = None if left else self.shrink(features, how, program["seed"], setting)
        if small:
            seed, wrong, program, source = small
            print("   smaller, %s: %s" % (seed, wrong))
            print("   expected: %s" % json.dumps(program["all"]))
            body = re.sub(r"(?m)^#line.*\n", "", source[source.index("environment(void)"):])
            print(re.sub(r"(?m)^(sem_t|pthread_|int p0|static __attr).*\n", "", body))
        sys.stdout.flush()


def read_features(text):
    features = sum(FEATURE.values()) if not text or text.startswith("-") else 0
    for name in (text or "").split(","):
        if name.startswith("-"):
            features &= ~FEATURE[name[1:]]
        elif name:
            features |= FEATURE.get(name) or ASKED_FOR[name]
    return features


def main():
    ravel, oracle, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    sweep = Sweep(ravel, oracle, read_features(",".join(sys.argv[5:])))
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        parts = [pool.submit(sweep.batch, at, min(BATCH, seed + count - at)) for at in range(seed, seed + count, BATCH)]
        for part in parts:
            part.result()
    for why, seeds in sorted(sweep.endless.items()):
        print("(%d more %s: %s)" % (len(seeds), why, " ".join(map(str, seeds))))
    print("%d passed, %d failed" % (sweep.passed, sweep.failed))
    return sweep.failed > 0


if __name__ == "__main__":
    sys.exit(main())
