"""Random programs of objects with tasks, and all their traces by brute force.

A task is a list of operations, on fields of its own object but for `copy`:

    ("set", field, value)       field = value
    ("add", field, value)       field += value
    ("copy", field, other)      field = other, a field of any object
    ("if", field, value, n)     skips the next n operations unless field == value
    ("call", task)              calls a task of another object
    ("await", task)             waits until it has ended

What it does up to an await is one step. Nothing of Ravel is used here. Two steps are ordered if they
access one field and one of them writes it; two prefixes are one if in both every step has accessed
the same versions of fields.
"""
import random


class Program:
    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.objects = rng.randint(1, 3)
        self.fields = 2 * self.objects
        self.tasks, self.of = [], []
        self.roots = [self.make_task(0) for _ in range(rng.randint(2, 3))]

    def field(self, task):
        return 2 * self.of[task] + self.rng.randrange(2)

    def access(self, task):
        rng, kind = self.rng, self.rng.choice(["set", "set", "add", "copy", "if"])
        field = self.field(task)
        if kind == "copy":
            return ("copy", field, rng.choice([f for f in range(self.fields) if f != field]))
        return (kind, field, rng.randint(0 if kind == "if" else 1, 2))

    def make_task(self, depth):
        """A task calls others until it is two calls deep, and awaits all of them."""
        task, rng = len(self.tasks), self.rng
        self.tasks.append(None)
        self.of.append(rng.randrange(self.objects))
        code, called = [], []
        for _ in range(rng.randint(1, 2)):
            step = self.access(task)
            if step[0] == "if":
                code += [(*step, 1), ("set", self.field(task), rng.randint(1, 2))]
            else:
                code.append(step)
            if depth < 2 and rng.random() < 0.3:
                called.append(self.make_task(depth + 1))
                code.append(("call", called[-1]))
                if rng.random() < 0.5:
                    code.append(("await", called.pop()))
        code += [("await", child) for child in called]
        if called and rng.random() < 0.5:
            code.append(("add", self.field(task), 1))
        self.tasks[task] = code
        return task


class World:
    """One execution, as far as it has got."""

    def __init__(self, program):
        self.program = program
        self.values, self.versions = [0] * program.fields, [0] * program.fields
        self.at = {task: 0 for task in program.roots}
        self.ended, self.order, self.events = set(), [], {}

    def enabled(self):
        for task, at in self.at.items():
            if task in self.ended:
                continue
            code = self.program.tasks[task]
            if at == 0 or code[at - 1][1] in self.ended:
                yield task

    def step(self, task):
        """Up to the next await, or to the end. What is called begins when the step is done."""
        code, values, touched, started = self.program.tasks[task], self.values, {}, []
        at = self.at[task]

        def touch(field, writes):
            touched[field] = touched.get(field, False) or writes

        while at < len(code) and code[at][0] != "await":
            kind, *given = code[at]
            at += 1
            if kind == "call":
                started.append(given[0])
            elif kind == "if":
                touch(given[0], False)
                if values[given[0]] != given[1]:
                    at += given[2]
            elif kind == "copy":
                touch(given[1], False)
                touch(given[0], True)
                values[given[0]] = values[given[1]]
            else:
                touch(given[0], True)
                values[given[0]] = given[1] + (values[given[0]] if kind == "add" else 0)
        if at < len(code):
            self.at[task] = at + 1
        else:
            self.ended.add(task)
        for other in started:
            self.at[other] = 0
        seen = tuple(sorted((f, self.versions[f], w) for f, w in touched.items()))
        for field, writes in touched.items():
            self.versions[field] += writes
        self.events.setdefault(task, []).append(seen)
        self.order.append(task)

    def trace(self):
        return tuple(sorted((task, tuple(events)) for task, events in self.events.items()))


class TooLarge(Exception):
    """There are too many prefixes."""


def explore(program, most):
    """The number of traces, and the states in which they end."""
    prefixes, traces, ends = {(): []}, 0, set()

    def again(order):
        world = World(program)
        for task in order:
            world.step(task)
        return world

    while prefixes:
        longer = {}
        for order in prefixes.values():
            options = list(again(order).enabled())
            if not options:
                traces += 1
                ends.add(tuple(again(order).values))
            for task in options:
                world = again(order)
                world.step(task)
                longer[world.trace()] = world.order
        if len(longer) > most:
            raise TooLarge
        prefixes = longer
    return traces, ends
