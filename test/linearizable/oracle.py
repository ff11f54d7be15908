#!/usr/bin/env python3
"""Random small objects: is a scenario linearizable, by definition, and what does Ravel say?

    oracle.py RAVEL DIRECTORY SEED COUNT [SECONDS [OPTION...]]

An object is an array of registers with operations that are short sequences of atomic steps, some of them
under a lock, of which some spin. All interleavings of a scenario are enumerated; a history is linearizable if some order of
its calls, which respects real time, gives the same results when they run one after the other. A call
that waits for ever has not happened, and some such order leads to a state where it waits; or it is an
error, if its operation may not block. Ravel must say the same, with histories of equivalent executions
together and one by one, with the object itself, with its bytes and with its calls as a model, with results
that are bytes or pointers, and with each option that explores less or elsewhere (with the options that
are given: with these, and only so). An option that leaves executions out may come to no verdict. For
sequential consistency the order must respect that of each thread alone. Results that are pointers are
the same if they are the same among themselves.

What is to pass runs together, one of many scenarios being chosen. So does most of what is to fail, in a program
that counts the scenarios that fail and goes on (-DQUIET); the rest runs by itself, and the error is told.
"""

import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import time

REGISTERS = 3
LOCK, SPINLOCK = REGISTERS, REGISTERS + 1
START = (0,) * (REGISTERS + 2)
NAMES = "fgh"
TOGETHER = 10  # what one makes a search begin again for, it does so for all
FEW_STEPS, MOST_STEPS = 9, 12  # of all threads; most take few
MOST_HISTORIES = 1000
LONGEST = 200  # seconds, of one run
OPTIONS = sys.argv[6:]  # of Ravel, in place of those that are drawn

# How Ravel searches: each is right for every object, whether it looks at histories together or not.
SEARCHES = (["--observers"], ["--context-sensitive"], ["--observers", "--context-sensitive"],
            ["--symmetry"], ["--algorithm=source"], ["--algorithm=dpor"], ["--algorithm=sleep"],
            ["--algorithm=unfold"], ["-j2"], ["--stateful", "--algorithm=sleep"], ["--stateful", "--algorithm=dpor"])
ENDLESS = (["--void-iterations"],)  # explores for ever what spins
# Those that may come to no verdict.
PARTIAL = ("--preemption-bound=0", "--preemption-bound=1", "--preemption-bound=2", "--sample=random",
           "--sample=pct", "--sample=pos")

# How a scenario is checked: the letters of object.c. And those of scenarios whose failure can be counted.
COUNTED = ("-", "m", "M", "b", "bm", "bM", "p")
WAYS = ("1", "1", "1", "1", "m", "1m", "M", "1M", "s", "1s", "sm", "sM", "b", "1b", "bm", "bM", "p", "1p", "n", "1n", "sn")


def draw_operation(rng, kinds, locked, lock):
    steps = []
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        kind = rng.choice(kinds)
        register = rng.randrange(rng.choice((1, 2, REGISTERS)))
        constant = rng.randrange(3)
        steps.append((kind, register, constant))
    if rng.random() < locked:
        steps = [lock[0]] + steps + [lock[1]]
    return steps


def text_of(steps):
    return " ".join(kind + str(r) + ("+%d" % c if kind in "SACR" else "") for kind, r, c in steps)


def draw(rng):
    kinds = "LLSSAC" + ("RR" if rng.random() < 0.3 else "")
    kinds += rng.choice("WWV") if rng.random() < 0.35 else ""
    locked = rng.choice((0, 0, 0, 0.5, 0.8, 1))
    lock = rng.choice(((("K", LOCK, 0), ("U", LOCK, 0)), (("X", SPINLOCK, 0), ("Y", SPINLOCK, 0))))
    operations = [draw_operation(rng, kinds, locked, lock) for _ in NAMES]
    shape = rng.choice(((1, 1), (2, 1), (2, 2), (1, 1, 1), (2, 1, 1), (3, 1), (1, 1, 1, 1)))
    part = lambda n: [(rng.randrange(len(NAMES)), rng.randrange(2)) for _ in range(n)]
    initial = part(rng.choice((0, 0, 1)))
    final = part(rng.choice((0, 0, 1, 2)))
    return operations, initial, [part(n) for n in shape], final


def unrolled(operation):
    """With a compare-and-swap in a loop as its two steps, of which the second may be made again."""
    steps = []
    for kind, r, constant in operation:
        steps += [("L", r, 0), ("r", r, constant)] if kind == "R" else [(kind, r, constant)]
    return steps


def goes_on(operation, position, registers, local):
    """Where a thread is in the operation after a step."""
    kind, r, _ = operation[position]
    return position if kind == "r" and registers[r] != local else position + 1


def step(operation, position, registers, local):
    """The registers and the local value after a step; None: it waits."""
    kind, r, constant = operation[position]
    if kind == "r" and registers[r] != local:
        return registers, registers[r]
    registers = list(registers)
    if kind == "L":
        local = registers[r]
    elif kind == "S":
        registers[r] = local + constant
    elif kind == "A":
        local, registers[r] = registers[r], registers[r] + constant
    elif kind == "C":
        same = registers[r] == local
        registers[r] = constant if same else registers[r]
        local = int(same)
    elif kind == "r":
        registers[r] = local + constant
    elif kind in "KX":
        if registers[r]:
            return None
        registers[r] = 1
    elif kind in "UY":
        registers[r] = 0
    elif registers[r] == 0:
        return None
    return tuple(registers), local


def alone(operation, registers, argument):
    """The result of a whole call; None: it waits."""
    local = argument
    for position in range(len(operation)):
        made = step(operation, position, registers, local)
        if made is None:
            return None
        registers, local = made
    return registers, local


def is_same(result, expected, pointers):
    """Whether a result is right, and as a pointer, if others are given."""
    if pointers is None:
        return result == expected
    return (result == 0) == (expected == 0) and all(
        (result == a) == (expected == b) for a, b in pointers)


class Scenario:
    def __init__(self, operations, initial, threads, final):
        self.source, self.operations = operations, [unrolled(operation) for operation in operations]
        self.threads = threads
        # Calls in the order of the history: main's first ones, each thread's, main's last ones.
        self.calls = initial + [call for thread in threads for call in thread] + final
        self.initial, self.final = len(initial), len(final)
        self.first = [len(initial) + sum(map(len, threads[:t])) for t in range(len(threads))]

    def in_threads(self, history):
        """The history with the order of each thread in place of real time."""
        thread = [0] * self.initial
        for number, calls in enumerate(self.threads, 1):
            thread += [number] * len(calls)
        thread += [0] * self.final
        last = len(thread) - self.final
        before = lambda i: frozenset(j for j in range(i)
                                     if thread[j] == thread[i] or j < self.initial or i >= last)
        return tuple(call and (call[0], before(i)) for i, call in enumerate(history))

    def legal(self, history, pointers=False):
        """By definition: some order of all calls that returned; for each call that waits for ever, one
        after which it waits."""
        returned = frozenset(i for i, call in enumerate(history) if call and call[0] is not None)
        waiting = [i for i, call in enumerate(history) if call and call[0] is None] or [None]
        results = () if pointers else None
        return all(self.has_order(history, returned, frozenset(), START, stuck, results)
                   for stuck in waiting)

    def has_order(self, history, returned, done, registers, stuck, results):
        """Whether the calls that are done can be followed by the other ones that returned. Of pointers,
        what the calls that are done returned, and what they should have."""
        if done == returned:
            if stuck is None:
                return True
            operation, argument = self.calls[stuck]
            return alone(self.operations[operation], registers, argument) is None
        for i in returned - done:
            if history[i][1] & returned - done:
                continue
            operation, argument = self.calls[i]
            made = alone(self.operations[operation], registers, argument)
            if made is None or not is_same(history[i][0], made[1], results):
                continue
            after = None if results is None else results + ((history[i][0], made[1]),)
            if self.has_order(history, returned, done | {i}, made[0], stuck, after):
                return True
        return False

    def begin(self):
        """The state after main's first calls; None: one of them waits."""
        registers, history = START, [None] * len(self.calls)
        for i in range(self.initial):
            operation, argument = self.calls[i]
            made = alone(self.operations[operation], registers, argument)
            if made is None:
                return None
            registers = made[0]
            history[i] = (made[1], frozenset(range(i)))
        return registers, tuple(history)

    def end(self, registers, history):
        """Adds main's last calls, as long as none waits."""
        history = list(history)
        n = len(self.calls)
        if any(call is None or call[0] is None for call in history[:n - self.final]):
            return tuple(history)
        for i in range(n - self.final, n):
            operation, argument = self.calls[i]
            made = alone(self.operations[operation], registers, argument)
            history[i] = (made and made[1], frozenset(range(i)))
            if made is None:
                break
            registers = made[0]
        return tuple(history)

    def histories(self):
        """What each call returned, and which calls had returned before it began, in every execution."""
        begun = self.begin()
        if begun is None:
            return None
        start = (begun[0], begun[1], tuple((0, 0, None) for _ in self.threads))
        todo, seen, found = [start], {start}, set()
        while todo:
            registers, history, threads = todo.pop()
            stuck = True
            for t, (at, position, local) in enumerate(threads):
                if at == len(self.threads[t]):
                    continue
                i = self.first[t] + at
                operation, argument = self.calls[i]
                known = history
                if position == 0 and history[i] is None:
                    before = frozenset(j for j, call in enumerate(history)
                                       if call and call[0] is not None)
                    known = history[:i] + ((None, before),) + history[i + 1:]
                    local = argument
                made = step(self.operations[operation], position, registers, local)
                if made is None:
                    if known is not history:
                        # It has begun, and waits: it may have begun now, or later.
                        next_state = (registers, known, threads[:t] + ((at, 0, argument),) + threads[t + 1:])
                        stuck = False
                        if next_state not in seen:
                            seen.add(next_state)
                            todo.append(next_state)
                    continue
                stuck = False
                new_registers, new_local = made
                after = goes_on(self.operations[operation], position, registers, local)
                if after == len(self.operations[operation]):
                    known = known[:i] + ((new_local, known[i][1]),) + known[i + 1:]
                    thread = (at + 1, 0, None)
                else:
                    thread = (at, after, new_local)
                next_state = (new_registers, known, threads[:t] + (thread,) + threads[t + 1:])
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append(next_state)
            if stuck:
                found.add(self.end(registers, history))
        return found

    def steps_alone(self, registers, thread, number):
        """How many steps a thread makes alone, until its call returns; None: it waits."""
        at, position, local = thread
        operation, argument = self.calls[self.first[number] + at]
        operation, local, n = self.operations[operation], argument if local is None else local, 0
        while position < len(operation):
            made = step(operation, position, registers, local)
            if made is None:
                return None
            position = goes_on(operation, position, registers, local)
            registers, local = made
            n += 1
        return n

    def progress(self):
        """The most steps of a call, and of one that runs alone; None: it waits in some state."""
        start = (self.begin()[0], tuple((0, 0, None, 0) for _ in self.threads))
        todo, seen, most, alone_most = [start], {start}, 0, 0
        while todo:
            registers, threads = todo.pop()
            for t, (at, position, local, steps) in enumerate(threads):
                if at == len(self.threads[t]):
                    continue
                n = self.steps_alone(registers, (at, position, local), t)
                if n is None:
                    return None
                operation, argument = self.calls[self.first[t] + at]
                operation, local = self.operations[operation], argument if local is None else local
                new_registers, new_local = step(operation, position, registers, local)
                after = goes_on(operation, position, registers, local)
                most, alone_most = max(most, steps + 1), max(alone_most, n)
                thread = (at + 1, 0, None, 0) if after == len(operation) else (
                    at, after, new_local, steps + 1)
                next_state = (new_registers, threads[:t] + (thread,) + threads[t + 1:])
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append(next_state)
        return most, alone_most

    def all_is_shared(self):
        """Whether every register that a thread accesses is accessed by another, too: the others take
        no steps that are counted."""
        used = [{r for operation, _ in calls for _, r, _ in self.operations[operation]}
                for calls in self.threads]
        return all(sum(r in registers for registers in used) != 1 for r in range(len(START)))

    def makes_progress(self, how):
        """Whether it does, by definition, with a letter for the condition and a number of steps."""
        first = [self.operations[operation] for operation, _ in self.calls[:self.initial]]
        worst, bound = self.progress(), int(how[1:])
        if how[0] == "l":
            bound *= len(self.calls)
        return worst is not None and max(map(len, first), default=0) <= bound and (
            worst[how[0] == "o"] <= bound) and all(
                call[0] is not None for history in self.histories() for call in history)

    def steps(self):
        return sum(len(self.operations[operation]) for calls in self.threads for operation, _ in calls)

    def draw_search(self, rng):
        spins = any(kind in "VX" for operation in self.operations for kind, _, _ in operation)
        return rng.choice(SEARCHES if spins else SEARCHES + ENDLESS)

    def text(self):
        word = lambda call: "%s(%d)" % (NAMES[call[0]], call[1])
        words = lambda calls: " ".join(map(word, calls))
        n = len(self.calls)
        parts = [words(self.calls[self.first[t]:self.first[t] + len(thread)])
                 for t, thread in enumerate(self.threads)]
        text = " | ".join(parts)
        if self.initial:
            text = "[%s] %s" % (words(self.calls[:self.initial]), text)
        if self.final:
            text += " [%s]" % words(self.calls[n - self.final:])
        return text


class Case:
    """A scenario, a way to check it, and what must come out."""

    def __init__(self, seed, scenario, how, search, right):
        self.seed, self.scenario, self.how, self.search, self.right = seed, scenario, how, search, right
        self.is_counted = False

    def can_be_counted(self):
        """Whether it is the check of histories together that it fails."""
        return not self.search and self.how in COUNTED

    def arguments(self):
        return [self.scenario.text(), self.how, *map(text_of, self.scenario.source)]


def draw_small(rng):
    """A scenario with neither too many steps nor too many histories, and with one; and its histories."""
    most = MOST_STEPS if rng.random() < 0.1 else FEW_STEPS
    while True:
        scenario = Scenario(*draw(rng))
        histories = scenario.histories() if scenario.steps() <= most else None
        if histories is not None and len(histories) <= MOST_HISTORIES:
            return scenario, histories


def cases_of(seed):
    """Whether it is linearizable, and cases of one object."""
    rng = random.Random(seed)
    scenario, histories = draw_small(rng)
    linearizable = all(map(scenario.legal, histories))
    consistent = linearizable or all(map(scenario.legal, set(map(scenario.in_threads, histories))))
    with_pointers = linearizable or all(scenario.legal(history, True) for history in histories)
    returns = all(call is None or call[0] is not None for history in histories for call in history)
    right = lambda how: (consistent if "s" in how else with_pointers if "p" in how else linearizable) and (
        returns or "n" not in how)
    if OPTIONS:
        how = rng.choice("--1mMsbpn")
        return linearizable, [Case(seed, scenario, how, OPTIONS, right(how))]
    cases = [Case(seed, scenario, how, [], right(how)) for how in ("-", rng.choice(WAYS))]
    if rng.random() < 0.5:
        how = rng.choice("-1mMsbpn")
        cases.append(Case(seed, scenario, how, scenario.draw_search(rng), right(how)))
    elif scenario.all_is_shared():
        how = rng.choice("olw") + str(rng.randrange(1, 7))
        right = linearizable and scenario.makes_progress(how)
        cases.append(Case(seed, scenario, rng.choice(("", "1")) + how, [], right))
    right, fails = [case for case in cases if case.right], [case for case in cases if not case.right]
    if fails:
        counted = [case for case in fails if case.can_be_counted()] if rng.random() < 0.85 else []
        right.append(rng.choice(counted or fails))
        right[-1].is_counted = bool(counted)
    return linearizable, right


def ravel_says(ravel, binary, cases):
    """Verdict and message, for one of several cases that are searched in the same way."""
    arguments = [word for case in cases for word in case.arguments()]
    try:
        result = subprocess.run(
            [ravel, "check", "--quiet", "--no-scout", "--trace", os.devnull, "--json", "-", *cases[0].search,
             binary + "-quiet" * cases[0].is_counted, "--", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "nothing", "within %d seconds" % LONGEST
    if "}" not in result.stdout:
        return "nothing", result.stderr
    out = json.loads(result.stdout[:result.stdout.rindex("}") + 1])
    if cases[0].is_counted and out["verdict"] == "pass":
        failed = out["scenarios"] - len(cases)
        return ("fail", KINDS[0]) if failed == len(cases) else ("pass", "%d of %d fail" % (failed, len(cases)))
    return out["verdict"], out["errors"][0]["message"] if out["errors"] else out.get("reason") or ""


KINDS = ("not linearizable", "not sequentially consistent", "an operation waits", "not obstruction-free",
         "not lock-free", "not wait-free", "an operation never")


def mismatches(ravel, binary, cases):
    verdict, message = ravel_says(ravel, binary, cases)
    expected = "pass" if cases[0].right else "fail"
    if verdict == expected and (cases[0].right or message.startswith(KINDS)):
        return []
    if verdict == "incomplete" and any(option in PARTIAL for option in cases[0].search):
        return []
    if len(cases) > 1 and verdict == "nothing":  # one of them may have very many executions
        half = len(cases) // 2
        return mismatches(ravel, binary, cases[:half]) + mismatches(ravel, binary, cases[half:])
    if len(cases) > 1:
        alone = [told for case in cases for told in mismatches(ravel, binary, [case])]
        return alone or ["seeds %d to %d: together it is not %s, but each is: %s %s"
                         % (cases[0].seed, cases[-1].seed, expected, verdict, message)]
    case = cases[0]
    return ["seed %d, how %s %s: %s, but Ravel says %s %s\n  %s\n  %s" % (
        case.seed, case.how, " ".join(case.search), expected, verdict, message, case.scenario.text(),
        ", ".join(map(text_of, case.scenario.source)))]


def by_size(cases):
    """The small ones first, which are made again for what the large ones make a search begin again for."""
    return sorted(cases, key=lambda case: case.scenario.steps())


def groups_of(seeds, end):
    """Cases that run together, and what is known by then: objects, and those that are linearizable. No
    more are drawn when the time is up."""
    waiting, objects, legal = {}, 0, 0
    for seed in seeds:
        if time.monotonic() > end:
            break
        linearizable, cases = cases_of(seed)
        objects += 1
        legal += linearizable
        for case in cases:
            if not case.right and not case.is_counted:
                yield [case], objects, legal
                continue
            kind = (case.right, *case.search)
            group = waiting.setdefault(kind, [])
            group.append(case)
            if len(group) == TOGETHER:
                yield by_size(waiting.pop(kind)), objects, legal
    for group in waiting.values():
        yield by_size(group), objects, legal


def take_few(pool, work, groups):
    """What map() gives, without drawing all of them before the first."""
    waiting = collections.deque()
    for group in groups:
        waiting.append(pool.submit(work, group))
        if len(waiting) > 8:
            yield waiting.popleft().result()
    for one in waiting:
        yield one.result()


def main():
    ravel, directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.makedirs(directory, exist_ok=True)
    binary = os.path.join(directory, "object")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "object.c")
    for name, *macros in (binary,), (binary + "-quiet", "-DQUIET"):
        subprocess.run([ravel, "cc", "-g0", "-O1", *macros, "-o", name, source], check=True)
    end = time.monotonic() + float(sys.argv[5] if len(sys.argv) > 5 else "inf")
    objects = legal = 0
    wrong = set()
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        work = lambda group: (mismatches(ravel, binary, group[0]), group[1], group[2])
        for told, objects, legal in take_few(pool, work, groups_of(range(seed, seed + count), end)):
            for text in told:
                print(text, flush=True)
                wrong.add(text.split(",")[0])
    print("%d of them linearizable" % legal)
    print("%d passed, %d failed" % (objects - len(wrong), len(wrong)))
    sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
