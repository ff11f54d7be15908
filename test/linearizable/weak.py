#!/usr/bin/env python3
"""Random small objects under --memory=c11: is a scenario linearizable, by definition, and what does Ravel
say?

    weak.py RAVEL DIRECTORY SEED COUNT [SECONDS]

Operations are short sequences of atomic steps with random memory orders. All execution graphs of a
scenario are enumerated and judged by the axioms of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017).
In place of real time there is happens-before: a call comes before another one if its return happens before
the other's invocation. Whoever uses the object may synchronise as it likes between calls. So every set of
edges from returns to invocations is tried that the graph is still consistent with.
"""

import collections
import concurrent.futures
import itertools
import json
import os
import random
import subprocess
import sys
import time

REGISTERS = 2
NAMES = "fgh"
TOGETHER = 40  # as many as object.c takes
MOST_STEPS = 7  # of all threads

# How a step is ordered, by its letter: whether it acquires, releases, and is sequentially consistent.
ACQUIRES, RELEASES = "ahs", "lhs"
FAILS_AS = {"r": "r", "a": "a", "l": "r", "h": "a", "s": "s"}
ORDERS = {"L": "ras", "S": "rls", "A": "ralhs", "C": "ralhs"}

# An event of a thread: what it is (L, S, A, C; I and O for the begin and end of a call), its register,
# order, what it reads and what it writes (None: nothing).
Event = collections.namedtuple("Event", "thread kind register order reads writes")


def draw(rng):
    orders = rng.choice(("r", "ral", "ralh", "ralhs", "s"))
    choose = lambda kind: rng.choice([o for o in ORDERS[kind] if o in orders] or ["r"])
    operations = []
    for _ in NAMES:
        kinds = [rng.choice("LLSSAC") for _ in range(rng.choice((1, 1, 2, 2, 3)))]
        operations.append([(kind, rng.randrange(REGISTERS), rng.randrange(3), choose(kind)) for kind in kinds])
    shape = rng.choice(((1, 1), (2, 1), (2, 2), (1, 1, 1), (3, 1)))
    part = lambda n: [(rng.randrange(len(NAMES)), rng.randrange(2)) for _ in range(n)]
    return operations, part(rng.choice((0, 0, 1))), [part(n) for n in shape], part(rng.choice((0, 0, 1)))


def text_of(steps):
    return " ".join("%s%d%s:%s" % (kind, r, "+%d" % c if kind != "L" else "", order)
                    for kind, r, c, order in steps)


def made(step, value, local):
    """What a step that reads a value leaves in the thread, and what it writes (None: nothing)."""
    kind, _, constant, _ = step
    if kind == "L":
        return value, None
    if kind == "S":
        return local, local + constant
    if kind == "A":
        return value, value + constant
    return int(value == local), constant if value == local else None


def alone(operation, registers, argument):
    registers, local = list(registers), argument
    for step in operation:
        local, written = made(step, registers[step[1]], local)
        if written is not None:
            registers[step[1]] = written
    return tuple(registers), local


class Graph:
    """Events in an order in which each comes after what it reads from and after those before it in its
    thread. Before all of them are the initial writes, with numbers below 0."""

    def __init__(self):
        self.events, self.source, self.order = [], {}, [[-1 - r] for r in range(REGISTERS)]

    def copy(self):
        graph = Graph()
        graph.events, graph.source = list(self.events), dict(self.source)
        graph.order = [list(writes) for writes in self.order]
        return graph

    def key(self):
        """The same for graphs that differ only in when events were added."""
        name, counts = {-1 - r: -1 - r for r in range(REGISTERS)}, collections.Counter()
        for i, event in enumerate(self.events):
            name[i] = (event.thread, counts[event.thread])
            counts[event.thread] += 1
        return (frozenset((name[i], event) for i, event in enumerate(self.events)),
                frozenset((name[i], name[w]) for i, w in self.source.items()),
                tuple(tuple(name[w] for w in writes) for writes in self.order))


def closure(n, pairs):
    reach = [set() for _ in range(n)]
    for a, b in pairs:
        reach[a].add(b)
    for k in range(n):
        for i in range(n):
            if k in reach[i]:
                reach[i] |= reach[k]
    return reach


def is_consistent(graph, edges):
    """By the axioms of RC11, with further edges of synchronisation."""
    events, n = graph.events, len(graph.events)
    nodes = range(-REGISTERS, n)
    at = lambda node: node + REGISTERS
    register = lambda node: events[node].register if node >= 0 else -1 - node
    program = [(i, j) for i in range(n) for j in range(i + 1, n) if events[i].thread == events[j].thread]
    program += [(a, b) for a in range(-REGISTERS, 0) for b in range(n)]
    place = {w: i for writes in graph.order for i, w in enumerate(writes)}
    for i, w in graph.source.items():  # a read-modify-write comes right after what it reads
        if events[i].writes is not None and place[i] != place[w] + 1:
            return False
    later = {w: set(writes[i + 1:]) for writes in graph.order for i, w in enumerate(writes)}
    synchronises = list(edges)
    for i, w in graph.source.items():
        head = w
        while events[i].order in ACQUIRES and head >= 0:
            if events[head].order in RELEASES:
                synchronises.append((head, i))
            if head not in graph.source:
                break
            head = graph.source[head]  # the release sequence goes on through read-modify-writes
    before = closure(n + REGISTERS, [(at(a), at(b)) for a, b in program + synchronises])
    happens = lambda a, b: at(b) in before[at(a)]
    reads_before = [(i, x) for i, w in graph.source.items() for x in later[w] if x != i]
    modified = [(w, x) for w in later for x in later[w]]
    communicates = closure(n + REGISTERS, [(at(a), at(b)) for a, b in
                                           reads_before + modified + [(w, i) for i, w in graph.source.items()]])
    for a in nodes:
        if happens(a, a) or any(at(a) in communicates[at(b)] for b in nodes if happens(a, b)):
            return False
    total = [i for i in range(n) if events[i].order == "s"]
    elsewhere = [(a, b) for a, b in program if register(a) != register(b) or register(a) is None]
    through = {(a, d) for a, b in elsewhere for c, d in elsewhere if happens(b, c)}
    same = {(a, b) for a in nodes for b in nodes
            if happens(a, b) and register(a) == register(b) and register(a) is not None}
    base = set(program) | through | same | set(modified) | set(reads_before)
    psc = closure(n, [(a, b) for a, b in base if a in total and b in total])
    return not any(a in psc[a] for a in total)


class Scenario:
    def __init__(self, operations, initial, threads, final):
        self.operations, self.threads = operations, threads
        self.calls = initial + [call for thread in threads for call in thread] + final
        self.initial, self.final = initial, final
        self.first = [len(initial) + sum(map(len, threads[:t])) for t in range(len(threads))]

    def steps(self):
        return sum(len(self.operations[operation]) for thread in self.threads for operation, _ in thread)

    def start(self):
        """The registers after main's first calls, and what these return."""
        registers, results = (0,) * REGISTERS, []
        for operation, argument in self.initial:
            registers, result = alone(self.operations[operation], registers, argument)
            results.append(result)
        return registers, results

    def graphs(self):
        """Every consistent graph, with the results of the threads' calls."""
        values = self.start()[0]
        todo, seen = [(Graph(), tuple((0, -1, None) for _ in self.threads), ())], set()
        while todo:
            graph, threads, results = todo.pop()
            ended = True
            for t, (call, position, local) in enumerate(threads):
                if call == len(self.threads[t]):
                    continue
                ended = False
                for next_graph, thread, told in self.next_events(graph, t, (call, position, local), values):
                    key = next_graph.key()
                    if key in seen or not is_consistent(next_graph, []):
                        continue
                    seen.add(key)
                    todo.append((next_graph, threads[:t] + (thread,) + threads[t + 1:], results + told))
            if ended:
                yield graph, dict(results)

    def next_events(self, graph, t, thread, values):
        call, position, local = thread
        operation, argument = self.threads[t][call]
        steps = self.operations[operation]
        if position in (-1, len(steps)):
            next_graph = graph.copy()
            next_graph.events.append(Event(t, "I" if position < 0 else "O", None, "", None, None))
            told = () if position < 0 else ((self.first[t] + call, local),)
            yield next_graph, (call, 0, argument) if position < 0 else (call + 1, -1, None), told
            return
        step = steps[position]
        kind, register, _, order = step
        writes = graph.order[register]
        for source in writes if kind != "S" else [None]:
            value = None if source is None else (
                graph.events[source].writes if source >= 0 else values[register])
            next_local, written = made(step, value, local)
            how = FAILS_AS[order] if kind == "C" and written is None else order
            for place in range(1, len(writes) + 1) if written is not None else [None]:
                next_graph = graph.copy()
                number = len(next_graph.events)
                next_graph.events.append(Event(t, kind, register, how, value, written))
                if source is not None:
                    next_graph.source[number] = source
                if place is not None:
                    next_graph.order[register].insert(place, number)
                yield next_graph, (call, position + 1, next_local), ()

    def orders(self):
        """What the users of the object may add: how many calls of each other thread have returned when a
        call begins, in each thread not fewer later on."""
        counts = []
        for t, calls in enumerate(self.threads):
            others = [range(len(self.threads[u]) + 1) for u in range(len(self.threads)) if u != t]
            grow = lambda row: all(a <= b for one, two in zip(row, row[1:]) for a, b in zip(one, two))
            counts.append([row for row in itertools.product(itertools.product(*others), repeat=len(calls))
                           if grow(row)])
        for rows in itertools.product(*counts):
            pairs = set()
            for t, row in enumerate(rows):
                others = [u for u in range(len(self.threads)) if u != t]
                for j, seen in enumerate(row):
                    pairs |= {(self.first[u] + i, self.first[t] + j)
                              for u, k in zip(others, seen) for i in range(k)}
            yield frozenset(pairs)

    def edges(self, graph, pairs):
        """From the ends of calls to the beginnings of others."""
        counts, begin, end = collections.Counter(), {}, {}
        for i, event in enumerate(graph.events):
            if event.kind == "I":
                begin[self.first[event.thread] + counts[event.thread]] = i
            elif event.kind == "O":
                end[self.first[event.thread] + counts[event.thread]] = i
                counts[event.thread] += 1
        return [(end[a], begin[b]) for a, b in pairs]

    def own_order(self):
        return {(self.first[t] + i, self.first[t] + j)
                for t, calls in enumerate(self.threads) for j in range(len(calls)) for i in range(j)}

    def has_order(self, results, before, done, registers):
        if len(done) == len(results):
            return True
        for i in set(results) - done:
            if any(a not in done for a, b in before if b == i):
                continue
            operation, argument = self.calls[i]
            after, result = alone(self.operations[operation], registers, argument)
            if result == results[i] and self.has_order(results, before, done | {i}, after):
                return True
        return False

    def is_linearizable(self, in_threads=False):
        own, orders, legal = self.own_order(), [frozenset()] if in_threads else list(self.orders()), {}
        last, most = len(self.calls) - len(self.final), 0
        for graph, results in self.graphs():
            values = tuple(graph.events[writes[-1]].writes if writes[-1] >= 0 else self.start()[0][r]
                           for r, writes in enumerate(graph.order))
            for i in range(last, len(self.calls)):
                operation, argument = self.calls[i]
                values, results[i] = alone(self.operations[operation], values, argument)
            key = tuple(sorted(results.items()))
            for pairs in orders:
                if (key, pairs) not in legal:
                    before = own | pairs | {(a, b) for b in range(last, len(self.calls)) for a in range(b)}
                    legal[key, pairs] = self.has_order(
                        {i: r for i, r in results.items() if i >= len(self.initial)},
                        {(a, b) for a, b in before if a >= len(self.initial)}, frozenset(), self.start()[0])
                if not legal[key, pairs] and is_consistent(graph, self.edges(graph, pairs)):
                    return False
        return True

    def text(self):
        words = lambda calls: " ".join("%s(%d)" % (NAMES[operation], argument)
                                       for operation, argument in calls)
        text = " | ".join(map(words, self.threads))
        text = "[%s] %s" % (words(self.initial), text) if self.initial else text
        return text + (" [%s]" % words(self.final) if self.final else "")


def case_of(seed, end):
    """A scenario, how it is checked, and whether it is right; None: it has too many steps, or the time is
    up."""
    rng = random.Random(seed)
    scenario = Scenario(*draw(rng))
    if scenario.steps() > MOST_STEPS or time.time() > end:
        return None
    how = rng.choice("---ms")
    return seed, scenario, how, scenario.is_linearizable(how == "s")


def ravel_says(ravel, binary, cases):
    arguments = [word for _, scenario, how, _ in cases
                 for word in (scenario.text(), how, *map(text_of, scenario.operations))]
    result = subprocess.run(
        [ravel, "check", "--quiet", "--no-scout", "--memory=c11", "--trace", os.devnull, "--json", "-",
         binary, "--", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    if "}" not in result.stdout:
        return "nothing", result.stderr
    out = json.loads(result.stdout[:result.stdout.rindex("}") + 1])
    return out["verdict"], out["errors"][0]["message"] if out["errors"] else ""


def mismatches(ravel, binary, cases):
    verdict, message = ravel_says(ravel, binary, cases)
    seed, scenario, how, right = cases[0]
    expected = "pass" if right else "fail"
    if verdict == expected and (right or message.startswith(("not linearizable", "not sequentially"))):
        return []
    if len(cases) > 1:
        return [told for case in cases for told in mismatches(ravel, binary, [case])] or [
            "seeds %d to %d pass, but not together: %s" % (seed, cases[-1][0], verdict)]
    return ["seed %d, how %s: %s, but Ravel says %s %s\n  %s\n  %s" % (
        seed, how, expected, verdict, message, scenario.text(), ", ".join(map(text_of, scenario.operations)))]


def main():
    ravel, directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.makedirs(directory, exist_ok=True)
    binary = os.path.join(directory, "weak_object")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "object.c")
    subprocess.run([ravel, "cc", "-g", "-O1", "-o", binary, source], check=True)
    end = time.time() + float(sys.argv[5] if len(sys.argv) > 5 else "inf")
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        drawn = pool.map(case_of, range(seed, seed + count), itertools.repeat(end), chunksize=10)
        cases = [case for case in drawn if case]
    right = [case for case in cases if case[3]]
    groups = [[case] for case in cases if not case[3]]
    groups += [right[i:i + TOGETHER] for i in range(0, len(right), TOGETHER)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for told in pool.map(lambda group: mismatches(ravel, binary, group), groups):
            failed += len(told)
            print("".join(text + "\n" for text in told), end="", flush=True)
    print("%d of them linearizable" % len(right))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    sys.exit(failed > 0)


main()
