"""Counts the traces of small programs of processes that send each other messages, by brute force.

A program is a set of Python generators, one for each process, which yield what they do next and are
sent the result. Nothing of Ravel is used: prefixes of executions are extended in every way, and two
prefixes are one if the happens-before relation of J. ACM 2017, section 10, is the same in both:

- two messages to one process are ordered;
- a message is ordered before the receive that takes it;
- a receive that gives up is ordered with every message that it could have taken;
- accesses to one variable are ordered if one of them writes.

What a process can do:

    yield send(to, tag, data)       a message
    yield receive(tag)              waits for the first one with this tag (ANY: the first)
    yield receive(tag, gives_up=1)  the same, or None if there is none
    yield look(n)                   waits for the n-th one that is there, and leaves it there
    yield take(n)                   takes the n-th one, no step
    yield choose(n)                 0 .. n - 1
    yield read(v), write(v, x)
    yield add(v, bits)              the value before
    yield compare_and_swap(v, old, new)     whether it was old, and what it was
    yield spawn(function, ...)      a process, no step; spawn_mortal(...): its end is a step
    yield monitor(process)          a message DOWN when that one ends
    return                          its end
    raise AssertionError            an error of the program
"""

ANY = None
DOWN = "down"


def send(to, tag, data=None):
    return ("send", to, tag, data)


def receive(tag, gives_up=0):
    return ("receive", tag, gives_up)


def look(n):
    return ("look", n)


def take(n):
    return ("take", n)


def choose(n):
    return ("choose", n)


def read(variable):
    return ("read", variable)


def write(variable, value):
    return ("write", variable, value)


def compare_and_swap(variable, old, new):
    return ("compare_and_swap", variable, old, new)


def add(variable, bits):
    return ("add", variable, bits)


def spawn(function, *arguments):
    return ("spawn", function, arguments, False)


def spawn_mortal(function, *arguments):
    return ("spawn", function, arguments, True)


def monitor(process):
    return ("monitor", process)


def run_mortal(world, own, function, arguments):
    """A process whose end is a step, and then tells those who watch it."""
    yield from function(own, *arguments)
    yield ("end", own)
    for watcher in sorted(world.watchers.get(own, [])):
        yield send(watcher, DOWN, own)


class World:
    """One execution, as far as it has got."""

    def __init__(self, main):
        self.processes, self.next, self.children, self.events = {}, {}, {}, {}
        self.mailboxes, self.sent, self.variables, self.writes = {}, {}, {}, {}
        self.watchers, self.order = {}, []
        self.start((), main, (), False)

    def start(self, name, function, arguments, mortal):
        self.events[name], self.mailboxes[name], self.sent[name] = [], [], []
        self.children[name] = 0
        self.processes[name] = (run_mortal(self, name, function, arguments) if mortal
                                else function(name, *arguments))
        self.go_on(name, None)

    def go_on(self, name, result):
        """Runs local code, up to just before the next step."""
        process = self.processes[name]
        while True:
            try:
                step = process.send(result)
            except StopIteration:
                self.next.pop(name, None)
                return
            if step[0] == "spawn":
                result = (*name, self.children[name])
                self.children[name] += 1
                self.next[name] = None
                self.start(result, *step[1:])
            elif step[0] == "take":
                result = self.mailboxes[name].pop(step[1])
            else:
                self.next[name] = step
                return

    def found(self, name, tag):
        for place, (_, its_tag, _) in enumerate(self.mailboxes[name]):
            if tag is ANY or tag == its_tag:
                return place
        return None

    def choices(self):
        """(process, value) of all that can be done next."""
        for name, step in self.next.items():
            if step[0] == "choose":
                yield from ((name, value) for value in range(step[1]))
            elif step[0] == "receive" and not step[2]:
                if self.found(name, step[1]) is not None:
                    yield name, None
            elif step[0] == "look":
                if step[1] < len(self.mailboxes[name]):
                    yield name, None
            else:
                yield name, None

    def access(self, variable, writes):
        """The write that is seen; what is written is told apart by its number."""
        last = self.writes.get(variable, 0)
        if writes:
            self.writes[variable] = last + 1
        return last

    def do(self, name, value):
        """Makes one step; what it depends on is written down with it."""
        self.order.append((name, value))
        kind, *given = self.next[name]
        result, told = None, None
        if kind == "send":
            to, tag, data = given
            letter = (name, len(self.events[name]))
            self.mailboxes[to].append((letter, tag, data))
            self.sent[to].append((letter, tag))
        elif kind == "receive":
            place = self.found(name, given[0])
            if place is not None:
                told, tag, data = self.mailboxes[name].pop(place)
                result = (tag, data)
            else:
                told = sum(given[0] in (ANY, tag) for _, tag in self.sent[name])
        elif kind == "look":
            told, tag, data = self.mailboxes[name][given[0]]
            result = (tag, data)
        elif kind == "choose":
            result = told = value
        elif kind == "read":
            told, result = self.access(given[0], False), self.variables.get(given[0], 0)
        elif kind == "write":
            told = self.access(given[0], True)
            self.variables[given[0]] = given[1]
        elif kind == "compare_and_swap":
            found = self.variables.get(given[0], 0)
            result = (found == given[1], found)
            told = (result[0], self.access(given[0], result[0]))
            if result[0]:
                self.variables[given[0]] = given[2]
        elif kind == "add":
            result, told = self.variables.get(given[0], 0), self.access(given[0], True)
            self.variables[given[0]] = result | given[1]
        elif kind == "end":
            told = self.access(("ended", given[0]), True)
            self.variables["ended", given[0]] = 1
        elif kind == "monitor":
            ended = self.access(("ended", given[0]), False)
            told = ended
            self.events[name].append((kind, told))
            if ended:
                self.next[name] = send(name, DOWN, given[0])
            else:
                self.watchers.setdefault(given[0], []).append(name)
                self.go_on(name, None)
            return
        self.events[name].append((kind, told))
        self.go_on(name, result)

    def trace(self):
        return (tuple(sorted((name, tuple(events)) for name, events in self.events.items())),
                tuple(sorted((name, tuple(sent)) for name, sent in self.sent.items())))


def again(main, order):
    world = World(main)
    for name, value in order:
        world.do(name, value)
    return world


class TooLarge(Exception):
    """There are too many prefixes."""


class Result:
    def __init__(self):
        self.traces, self.failures, self.deadlocks = 0, 0, 0


def explore(main, most=2_000_000):
    """All traces of a program; prefixes are extended breadth first."""
    result, prefixes = Result(), {World(main).trace(): []}
    while prefixes:
        longer = {}
        for order in prefixes.values():
            options = list(again(main, order).choices())
            if not options:
                result.traces += 1
                result.deadlocks += bool(again(main, order).next)
            for option in options:
                world = again(main, order)
                try:
                    world.do(*option)
                except AssertionError:
                    result.failures += 1
                    continue
                longer[world.trace()] = world.order
        if len(longer) > most:
            raise TooLarge
        prefixes = longer
    return result
