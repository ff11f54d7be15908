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
