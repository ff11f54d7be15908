"""Random threads with loops that may keep each other going, and all states that they can reach.

A thread is a list of instructions. Each is one step: it may change the state, and says where its
thread goes on. Brute force finds out whether there is a fair cycle (for some set of threads, a
state can be left and come back to by steps of all of them, through states in which no other thread
can go on), and whether there is a state in which somebody waits and nobody can go on.
"""
import itertools
import random
from dataclasses import dataclass, field

THREADS, VALUES = 2, 3


@dataclass
class Thread:
    lines: list = field(default_factory=list)  # of C
    code: list = field(default_factory=list)  # (kind, what, value, where to go on if it is not so)

    def add(self, kind, what, value=0, other=None):
        self.code.append([kind, what, value, other])
        return self.code[-1]


def store(rng, thread):
    what, value = rng.randrange(2), rng.randrange(VALUES)
    thread.lines.append(f"x[{what}] = {value};")
    thread.add("store", what, value)


def exchange(rng, thread):
    what, value = rng.randrange(2), rng.randrange(VALUES)
    thread.lines.append(f"atomic_exchange(&x[{what}], {value});")
    thread.add("store", what, value)


def loop(rng, thread):
    what, value, kind = rng.randrange(2), rng.randrange(VALUES), rng.choice(("is", "is not"))
    thread.lines.append(f"while (x[{what}] {'==' if kind == 'is' else '!='} {value}) {{")
    head = len(thread.code)
    test = thread.add(kind, what, value)
    for _ in range(rng.choice((0, 1, 2, 2, 3))):
        rng.choice((store, store, exchange, locked))(rng, thread)
    thread.lines.append("}")
    thread.code[-1].append(head)  # from the last one back to the first
    test[3] = len(thread.code)


def locked(rng, thread):
    what = rng.randrange(2)
    thread.lines += [f"pthread_mutex_lock(&m[{what}]);", f"pthread_mutex_unlock(&m[{what}]);"]
    thread.add("lock", what)
    thread.add("unlock", what)


def back_off(rng, thread):
    """Locks both mutexes, and gives one up where the other one is held."""
    first = rng.randrange(2)
    thread.lines += [f"pthread_mutex_lock(&m[{first}]);",
                     f"while (pthread_mutex_trylock(&m[{1 - first}])) {{",
                     f"pthread_mutex_unlock(&m[{first}]);"]
    thread.add("lock", first)
    head = len(thread.code)
    test = thread.add("trylock", 1 - first)
    thread.add("unlock", first)
    if rng.random() < 0.3:
        store(rng, thread)
    thread.lines += [f"pthread_mutex_lock(&m[{first}]);", "}",
                     f"pthread_mutex_unlock(&m[{1 - first}]);",
                     f"pthread_mutex_unlock(&m[{first}]);"]
    thread.add("lock", first).append(head)
    test[3] = len(thread.code)
    thread.add("unlock", 1 - first)
    thread.add("unlock", first)


def random_threads(seed):
    rng = random.Random(seed)
    threads = []
    for _ in range(THREADS):
        thread = Thread()
        for _ in range(rng.choice((1, 2, 2, 3))):
            rng.choice((store, loop, loop, back_off, locked))(rng, thread)
        threads.append(thread)
    return threads


# --- all states ---------------------------------------------------------------------------------
# The places of the threads, x[], and who holds m[] (or None).

def can_go_on(threads, state, t):
    at, _, holders = state
    if at[t] == len(threads[t].code):
        return False
    kind, what = threads[t].code[at[t]][:2]
    return kind != "lock" or holders[what] is None


def after(threads, state, t):
    at, x, holders = list(state[0]), list(state[1]), list(state[2])
    kind, what, value, other, *back = threads[t].code[at[t]]
    is_so = True
    if kind == "store":
        x[what] = value
    elif kind in ("is", "is not"):
        is_so = (x[what] == value) == (kind == "is")
    elif kind == "trylock":
        is_so = holders[what] is not None  # then it goes on into the loop
        holders[what] = holders[what] if is_so else t
    else:
        holders[what] = t if kind == "lock" else None
    at[t] = (back[0] if back else at[t] + 1) if is_so else other
    return tuple(at), tuple(x), tuple(holders)


def reach(threads):
    first = (0,) * THREADS, (0, 0), (None, None)
    steps, todo = {}, [first]
    while todo:
        state = todo.pop()
        if state in steps:
            continue
        steps[state] = {t: after(threads, state, t) for t in range(THREADS)
                        if can_go_on(threads, state, t)}
        todo += steps[state].values()
    return steps


def reached_from(start, edges):
    found, todo = {start}, [start]
    while todo:
        for other in edges.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def goes_round(steps, chosen):
    """Whether the chosen threads can go on for ever, and nobody else could."""
    allowed = {state for state, made in steps.items() if set(made) <= set(chosen)}
    forwards, backwards = {}, {}
    for state in allowed:
        for to in steps[state].values():
            if to in allowed:
                forwards.setdefault(state, []).append(to)
                backwards.setdefault(to, []).append(state)
    for state in allowed:
        around = reached_from(state, forwards) & reached_from(state, backwards)
        if {t for s in around for t, to in steps[s].items() if to in around} == set(chosen):
            return True
    return False


def has_livelock(steps):
    return any(goes_round(steps, chosen) for n in range(1, THREADS + 1)
               for chosen in itertools.combinations(range(THREADS), n))


def has_deadlock(threads, steps):
    return any(not made and any(at < len(threads[t].code) for t, at in enumerate(state[0]))
               for state, made in steps.items())
