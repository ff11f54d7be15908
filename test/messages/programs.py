"""The programs of this folder once more, for brute.py."""

from brute import (ANY, DOWN, add, choose, look, monitor, receive, send, spawn, spawn_mortal, take)


def receive_if(matches):
    """The first message whose tag matches; to look at each is a step."""
    n = 0
    while True:
        message = yield look(n)
        if matches(message[0]):
            yield take(n)
            return message
        n += 1


def election(broken, numbers=(2, 3, 1)):
    def member(_, own):
        _, following = yield receive("start")
        yield send(following, "number", own)
        while True:
            tag, number = yield receive(ANY)
            if tag == "leader":
                if number != own:
                    yield send(following, "leader", number)
                return
            if number == own:
                assert (yield add("leaders", 1)) == 0
                yield send(following, "leader", own)
            elif broken or number > own:
                yield send(following, "number", number)

    def main(_):
        members = []
        for number in numbers:
            members.append((yield spawn(member, number)))
        for i, process in enumerate(members):
            yield send(process, "start", members[(i + 1) % len(members)])
    return main


def token_ring(_, n=3):
    def member(_):
        _, following = yield receive("start")
        yield receive("token")
        if following:
            yield send(following, "token")

    def main(_):
        members = []
        for _ in range(n):
            members.append((yield spawn(member)))
        for i, process in enumerate(members):
            yield send(process, "start", members[i + 1] if i + 1 < n else None)
        yield send(members[0], "token")
    return main


def commit(broken):
    nothing, committed, aborted = 0, 1, 2
    crashed = []  # in one execution: cleared by main

    def coordinator(_):
        participants, decision = [], committed
        for _ in range(2):
            participants.append((yield receive("start"))[1])
        for process in participants:
            yield send(process, "prepare")
        for _ in range(2):
            if (yield receive("vote"))[1] == aborted:
                decision = aborted
        yield send(participants[0], "decision", decision)
        if (yield choose(2)):
            crashed.append(True)
            return
        yield send(participants[1], "decision", decision)

    def participant(_):
        _, (first, other) = yield receive("start")
        yield receive("prepare")
        vote = committed if (yield choose(2)) else aborted
        outcome = aborted if vote == aborted else nothing
        yield monitor(first)
        yield send(first, "vote", vote)
        tag, data = yield from receive_if(lambda tag: tag in ("decision", DOWN))
        if tag == "decision":
            outcome = data
            yield receive(DOWN)
        if broken:
            outcome = outcome or aborted
        elif crashed:
            yield send(other, "known", outcome)
            _, known = yield receive("known")
            outcome = outcome or known
        assert (yield add("outcomes", outcome)) | outcome != committed | aborted

    def main(_):
        crashed.clear()
        first = yield spawn_mortal(coordinator)
        both = []
        for _ in range(2):
            both.append((yield spawn(participant)))
        for i in range(2):
            yield send(both[i], "start", (first, both[1 - i]))
            yield send(first, "start", both[i])
    return main


def supervisor(broken, crashes=2):
    crashed = set()

    def worker(own, may_crash):
        _, client = yield receive("request")
        if may_crash and (yield choose(2)):
            crashed.add(own)
            return
        yield send(client, "answer")

    def client(own, supervisor):
        ended = None
        for i in range(crashes + 1):
            yield send(supervisor, "who", (own, ended))
            _, now = yield receive("worker")
            if not broken:
                yield monitor(now)
            yield send(now, "request", own)
            tag, _ = yield receive("answer" if broken else ANY)
            if tag == "answer":
                break
            assert i < crashes
            ended = now
        yield send(supervisor, "bye")

    def main(own):
        crashed.clear()
        left = crashes
        now = yield spawn_mortal(worker, left)
        yield monitor(now)
        yield spawn(client, own)
        while True:
            tag, data = yield receive(ANY)
            question = data if tag == "who" else None
            if tag == "bye":
                return
            if question and question[1] == now:
                tag, data = yield receive(DOWN)
            if tag == DOWN and data in crashed:
                left -= 1
                now = yield spawn_mortal(worker, left)
                yield monitor(now)
            if question:
                yield send(question[0], "worker", now)
    return main


def paxos(broken, n=2):
    accepted = {}

    def acceptor(own):
        _, observer = yield receive("start")
        promised, last = 0, (0, 0)
        for _ in range(2 * n):
            tag, (who, ballot, value) = yield receive(ANY)
            if tag == "prepare":
                refused = ballot < promised
                if not refused:
                    promised = ballot
                yield send(who, "promise", (refused, last))
            elif tag == "accept" and (broken or ballot >= promised):
                promised, last = ballot, (ballot, value)
                accepted[own, ballot] = value
        yield send(observer, "done")

    def proposer(own, acceptors, ballot, value):
        refused, highest = False, 0
        for process in acceptors:
            yield send(process, "prepare", (own, ballot, value))
        for _ in acceptors:
            _, (no, (its_ballot, its_value)) = yield receive("promise")
            refused |= no
            if its_ballot > highest:
                highest, value = its_ballot, its_value
        for process in acceptors:
            lost = refused or (yield choose(2))
            yield send(process, "lost" if lost else "accept", (own, ballot, value))

    def main(own):
        accepted.clear()
        acceptors = []
        for _ in range(n):
            acceptors.append((yield spawn(acceptor)))
            yield send(acceptors[-1], "start", own)
        for i in range(n):
            yield spawn(proposer, acceptors, i + 1, i + 1)
        for _ in range(n):
            yield receive("done")
        chosen = set()
        for ballot in range(1, n + 1):
            values = {accepted.get((process, ballot)) for process in acceptors}
            if len(values) == 1:
                chosen |= values - {None}
        assert len(chosen) <= 1
    return main


def readers(broken, n=2):
    def keep(_):
        entries = [0] * (n + 1)
        while True:
            tag, data = yield receive(ANY)
            if tag == "put":
                entries[n] += data
            else:
                yield send(data[0], "value", entries[data[1]])

    def get(own, table, key):
        yield send(table, "get", (own, key))
        return (yield receive("value"))[1]

    def writer(_, table):
        for value in (40, 2) if broken else (42,):
            yield send(table, "put", value)

    def reader(own, table, key):
        assert (yield from get(own, table, key)) == 0
        assert (yield from get(own, table, n)) in (0, 42)

    def main(_):
        table = yield spawn(keep)
        yield spawn(writer, table)
        for i in range(n):
            yield spawn(reader, table, i)
    return main


def lastzero(broken, n=2):
    def keep(_):
        value = 0
        while True:
            tag, data = yield receive(ANY)
            if tag == "put":
                value = data
            else:
                yield send(data, "value", value)

    def get(own, element):
        yield send(element, "get", own)
        return (yield receive("value"))[1]

    def search(own, elements):
        i = n
        while (yield from get(own, elements[i])):
            assert i > 0
            i -= 1

    def fill(own, elements, j):
        yield send(elements[j], "put", (yield from get(own, elements[max(j - 1, 0)])) + 1)

    def main(_):
        elements = []
        for _ in range(n + 1):
            elements.append((yield spawn(keep)))
        yield spawn(search, elements)
        for j in range(0 if broken else 1, n + 1):
            yield spawn(fill, elements, j)
    return main


def lock(_, lets_everybody_in=False):
    while True:
        _, who = yield receive("acquire")
        yield send(who, "acquired")
        if not lets_everybody_in:
            yield receive("release")


def acquire(own, it):
    yield send(it, "acquire", own)
    yield receive("acquired")


def indexer(broken, first=(1, 3), messages=2, size=4):
    table = [0] * size

    def insert(own, locks, message):
        h = message % size
        while True:
            yield from acquire(own, locks[h])
            if not table[h]:
                break
            yield send(locks[h], "release")
            h = (h + 1) % size
        if broken:
            yield send(locks[h], "release")
            yield from acquire(own, locks[h])
        table[h] = message
        yield send(locks[h], "release")

    def inserter(own, parent, locks, its_first):
        for m in range(messages):
            yield from insert(own, locks, its_first + 2 * m)
        yield send(parent, "done")

    def main(own):
        table[:] = [0] * size
        locks = []
        for _ in range(size):
            locks.append((yield spawn(lock)))
        for its_first in first:
            yield spawn(inserter, own, locks, its_first)
        for _ in first:
            yield receive("done")
        assert all(table)
    return main


def filesystem(broken, n=2, blocks=2):
    inode, busy = {}, set()

    def allocator(own, parent, inode_lock, block_locks):
        yield from acquire(own, inode_lock)
        b = 0
        while True:
            yield from acquire(own, block_locks[b])
            if b not in busy:
                break
            yield send(block_locks[b], "release")
            b = (b + 1) % blocks
        busy.add(b)
        inode[own] = b
        yield send(block_locks[b], "release")
        yield send(inode_lock, "release")
        yield send(parent, "done")

    def main(own):
        inode.clear()
        busy.clear()
        inode_locks, block_locks = [], []
        for _ in range(n):
            inode_locks.append((yield spawn(lock)))
        for _ in range(blocks):
            block_locks.append((yield spawn(lock, broken)))
        for i in range(n):
            yield spawn(allocator, own, inode_locks[i], block_locks)
        for _ in range(n):
            yield receive("done")
        assert len(set(inode.values())) == n
    return main
