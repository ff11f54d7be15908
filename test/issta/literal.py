"""Algorithms 1 and 2 of ISSTA 2019, line by line, on programs of shared variables.

What the paper leaves open is chosen in the plainest way: `choose p` takes the lowest process, and
races are gone through in the order of E. A sequence is a tuple of processes; the i-th step of a
process is always the same operation, so a sequence says what is executed.
"""


def write(value, variable="x"):
    return ("write", lambda x: value, variable)


def update(function, variable="x"):
    return ("update", function, variable)


def increment(variable="x"):
    return update(lambda x: x + 1, variable)


def read(result=lambda x: x, variable="x"):
    return ("read", result, variable)


class Program:
    """A list of operations for each process. `observers`: the order of two stores counts only
    where the second is read."""

    def __init__(self, *processes, observers=False):
        self.processes, self.observers = processes, observers

    def steps(self, sequence):
        """The events of a sequence, each as (process, index)."""
        count, events = {}, []
        for p in sequence:
            events.append((p, count.get(p, 0)))
            count[p] = count.get(p, 0) + 1
        return events

    def operation(self, event):
        return self.processes[event[0]][event[1]]

    def kinds(self, events):
        return [self.operation(e)[0] for e in events]

    def variables(self, events):
        return [self.operation(e)[2] for e in events]

    def enabled(self, sequence):
        return [p for p, code in enumerate(self.processes) if sequence.count(p) < len(code)]

    def run(self, sequence):
        """The variables, and the effect of each event that reads: the result, or what it stored."""
        memory, effects = {}, {}
        for event in self.steps(sequence):
            kind, function, variable = self.operation(event)
            value = function(memory.get(variable, 0))
            if kind != "write":
                effects[event] = value
            if kind != "read":
                memory[variable] = value
        return memory, effects

    def results(self, sequence):
        """What the reads of an execution came to."""
        effects = self.run(sequence)[1]
        return tuple(sorted((e, r) for e, r in effects.items() if self.operation(e)[0] == "read"))

    def state(self, sequence):
        """The variables, and the results of reads: who incremented one does not keep it."""
        return self.run(sequence)[0], self.results(sequence)

    def is_seen(self, events, i):
        """Whether something reads what the i-th event stored."""
        for later in events[i + 1 :]:
            if self.operation(later)[2] == self.operation(events[i])[2]:
                return self.operation(later)[0] != "write"
        return False

    def before(self, sequence):
        """Happens-before: for each position the set of positions that happen before it."""
        events = self.steps(sequence)
        kinds, variables = self.kinds(events), self.variables(events)
        result = []
        for j, event in enumerate(events):
            known = set()
            for i in range(j):
                if events[i][0] == event[0]:
                    ordered = True
                elif variables[i] != variables[j]:
                    ordered = False
                elif self.observers and kinds[i] == kinds[j] == "write":
                    ordered = self.is_seen(events, j)
                else:
                    ordered = kinds[i] != "read" or kinds[j] != "read"
                if ordered:
                    known |= result[i] | {i}
            result.append(known)
        return result

    def is_initial(self, p, prefix, w):
        """p in WI_[prefix](w)."""
        n = len(prefix)
        if p in w:
            at = n + w.index(p)
            return not any(i >= n for i in self.before(prefix + w)[at])
        if p not in self.enabled(prefix):
            return False
        last, first = self.before(prefix + w + (p,)), self.before(prefix + (p,) + w)
        return not any(i >= n for i in last[-1]) and not any(n in f for f in first[n + 1 :])


def without(w, p):
    return w[: w.index(p)] + w[w.index(p) + 1 :] if p in w else w


class Explorer:
    def __init__(self, program, algorithm):
        self.program, self.algorithm = program, algorithm
        self.dnd, self.done, self.wut = {}, {}, {}
        self.complete = []

    def explore(self, E=(), WuT=(), DnD=frozenset()):
        """Lines 11 to 33, or 43 to 65. A wakeup tree is a list of (process, subtree)."""
        program = self.program
        self.dnd[E], self.done[E], self.wut[E] = set(DnD), [], []
        left = [p for p in program.enabled(E) if (p,) not in self.dnd[E]]
        if not program.enabled(E):
            self.complete.append(E)
            self.race_detection(E)
        elif WuT:
            self.wut[E] = list(WuT)
        elif not left:
            for w in [w for w in self.dnd[E] if len(w) == 1]:
                self.race_detection(E + w)
        else:
            self.wut[E] = [(left[0], [])]
        while self.wut[E]:
            p, subtree = self.wut[E][0]
            if (p,) in self.dnd[E]:
                self.race_detection(E + (p,))
            else:
                self.explore(E + (p,), subtree, self.inherited(E, p))
            self.done[E].append(p)
            self.wut[E] = [b for b in self.wut[E] if b[0] != p]

    def inherited(self, E, p):
        """Lines 29 and 30, or 61 and 62."""
        result, before = set(), self.program.before
        for w in self.dnd[E]:
            if p not in w:
                if not any(len(E) in f for f in before(E + (p,) + w)[len(E) + 1 :]):
                    result.add(w)
            elif w[0] == p:
                result.add(w[1:])
            elif self.algorithm == 2 and self.passes(E, w, w.index(p)):
                result.add(without(w, p))
        return frozenset(result)

    def is_store(self, kind):
        """Whether the order of two of this kind is left to observers."""
        return kind == "write"

    def passes(self, E, w, at):
        """E |=_w p <> u, where p is w[at] and u is what comes before it."""
        program, events = self.program, self.program.steps(E + w)[len(E) :]
        kinds, variables = program.kinds(events), program.variables(events)
        rest = [k for k, v in list(zip(kinds, variables))[at + 1 :] if v == variables[at]]
        hidden = bool(rest) and self.is_store(rest[0])
        return all(
            variables[i] != variables[at]
            or kinds[i] == kinds[at] == "read"
            or (self.is_store(kinds[i]) and self.is_store(kinds[at]) and hidden)
            for i in range(at)
        )

    def races(self, E):
        """e, e' of different processes with nothing between them in happens-before."""
        before = self.program.before(E)
        for j in range(len(E)):
            for i in sorted(before[j]):
                if E[i] != E[j] and not any(i in before[k] and k in before[j] for k in range(j)):
                    yield i, j

    def race_detection(self, E):
        """Lines 34 to 42, or 66 to 81."""
        before = self.program.before(E)
        for e, second in self.races(E):
            prefix = E[:e]
            v = self.ancestors(E, e, second, before) + [second]
            observers = self.observers(E, e, second) if self.algorithm == 2 else []
            if observers:
                o = max(observers)
                between = [
                    k
                    for k in range(e + 1, len(E))
                    if k not in v and k not in observers and any(k in before[r] for r in observers)
                ]
                v = v + [e] + between + [o]
            v = v + self.future_initials(E, e, v, before)
            dont = self.check(E, e, second, v, observers, before)
            processes = tuple(E[k] for k in v)
            if not self.is_redundant(prefix, processes):
                self.insert(prefix, processes, self.wut[prefix])
            if dont:
                self.dnd[prefix].add(dont)

    def ancestors(self, E, e, second, before):
        """ance(e, e', E), which takes the place of notdep(e, E)."""
        return [k for k in range(e + 1, second) if k in before[second]]

    def future_initials(self, E, e, v, before):
        rest = [k for k in range(e, len(E)) if k not in v]
        return [k for k in rest if k != e and not any(i in before[k] for i in rest)]

    def observers(self, E, e, second):
        """observers(e, e', E): the first to read e', where both are stores."""
        events = self.program.steps(E)
        kinds, variables = self.program.kinds(events), self.program.variables(events)
        if not (self.is_store(kinds[e]) and self.is_store(kinds[second])):
            return []
        readers = []
        for k in range(second + 1, len(E)):
            if variables[k] != variables[second]:
                continue
            if kinds[k] != "write":
                readers.append(k)
            if kinds[k] != "read":
                break
        before = self.program.before(E)
        return [k for k in readers if not any(r in before[k] for r in readers)]

    def check(self, E, e, second, v, observers, before):
        """Lines 38 and 39, or 72 to 74 and 77 and 78: the don't-do sequence, or None."""
        program, prefix = self.program, E[:e]
        name = tuple(E[k] for k in v)
        if observers:
            o = max(observers)
            others = [k for k in observers if k not in v]
            other = prefix + tuple(E[k] for k in v if k <= o) + tuple(E[k] for k in others)
            now, then = program.run(E)[1], program.run(other)[1]
            events = program.steps(E)
            same = all(now[events[k]] == then[events[k]] for k in observers)
            return name + tuple(E[k] for k in others) if same else None
        successors = [e] + [k for k in range(e + 1, len(E)) if e in before[k] and k not in v]
        other = prefix + tuple(E[k] for k in v + successors if k <= second)
        same = program.state(E[: second + 1]) == program.state(other)
        return name + (E[e],) if same else None

    def is_redundant(self, prefix, v):
        """There is a partition prefix = w.w' with done(w) and WI_[w](w'.v) not disjoint."""
        return any(
            self.program.is_initial(p, prefix[:i], prefix[i:] + v)
            for i in range(len(prefix) + 1)
            for p in self.done[prefix[:i]]
        )

    def insert(self, prefix, v, tree):
        """insert of the J. ACM paper, section 6.2: down to the smallest node that agrees with v."""
        for p, subtree in tree:
            if self.program.is_initial(p, prefix, v):
                if subtree:
                    self.insert(prefix + (p,), without(v, p), subtree)
                return
        for p in v:
            branch = (p, [])
            tree.append(branch)
            tree = branch[1]

    def ends(self):
        """What the reads came to, in all executions that were explored completely."""
        return {self.program.results(E) for E in self.complete}


class WithoutDontDo(Explorer):
    def check(self, *arguments):
        return None


class WithUpdatesAsStores(Explorer):
    """An update stores, too: who comes next observes which of two was the last."""

    def is_store(self, kind):
        return kind != "read"


class WithWholeV(WithoutDontDo):
    """With v as in figure 1: all of notdep(e, E), and no future initials."""

    def ancestors(self, E, e, second, before):
        return [k for k in range(e + 1, len(E)) if k != second and e not in before[k]]

    def future_initials(self, E, e, v, before):
        return []


def explore(program, algorithm):
    explorer = Explorer(program, algorithm)
    explorer.explore()
    return explorer.ends()


def interleavings(program):
    stack = [()]
    while stack:
        E = stack.pop()
        if not program.enabled(E):
            yield E
        stack += [E + (p,) for p in program.enabled(E)]


def brute_force(program):
    """The same for all interleavings."""
    return {program.results(E) for E in interleavings(program)}


def traces(program, executions):
    """What happens before what, in each of these; executions with the same are one trace."""
    result = set()
    for E in executions:
        events, before = program.steps(E), program.before(E)
        result.add(frozenset((events[j], frozenset(events[i] for i in before[j]))
                             for j in range(len(E))))
    return result
