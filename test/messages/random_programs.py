"""Random small programs of processes, as Python for brute.py and as C for Ravel."""

import random

from brute import (ANY, DOWN, choose, compare_and_swap, monitor, read, receive, send, spawn,
                   spawn_mortal)
from programs import receive_if

TAGS = 3  # 0 is what main starts a process with


class Program:
    """For each process whether its end is a step, and a list of what it does."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        count = self.random.randint(2, 3)
        self.mortal = [self.random.random() < 0.4 for _ in range(count)]
        self.processes = [self.make_process(i, count) for i in range(count)]

    def make_process(self, own, count):
        return [self.make_step(own, count) for _ in range(self.random.randint(1, 3))]

    def make_step(self, own, count):
        other, tag = self.random.randrange(count), self.random.randint(1, TAGS - 1)
        kinds = ["send"] * 6 + ["receive", "receive_any", "try", "try_any", "if", "if", "choose"]
        mortal = [i for i in range(count) if self.mortal[i] and i != own]
        if mortal:
            kinds += ["monitor", "monitor", "receive_down", "is_alive", "register", "whereis"]
            if self.random.random() < 0.7:
                other = self.random.choice(mortal)
        kind = self.random.choice(kinds)
        if kind in ("monitor", "is_alive", "register") and not self.mortal[other]:
            kind = "send"
        return kind, other, tag

    def main(self):
        """The program for brute.py."""
        def process(own, steps, all_of_them):
            yield receive(0)
            for kind, other, tag in steps:
                to = all_of_them[other]
                if kind == "send":
                    yield send(to, tag)
                elif kind in ("receive", "receive_any", "receive_down"):
                    yield receive({"receive": tag, "receive_any": ANY, "receive_down": DOWN}[kind])
                elif kind in ("try", "try_any"):
                    yield receive(tag if kind == "try" else ANY, gives_up=1)
                elif kind == "if":
                    yield from receive_if(lambda its_tag, tag=tag: its_tag in (tag, DOWN))
                elif kind == "choose":
                    if (yield choose(2)):
                        return
                elif kind == "monitor":
                    yield monitor(to)
                elif kind == "is_alive":
                    if (yield from is_alive(to)):
                        yield send(own, tag)
                elif kind == "register":
                    yield from register(to)
                elif kind == "whereis":
                    found = yield from whereis()
                    if found:
                        yield send(found, tag)

        def is_alive(named):
            return not (yield read(("ended", named)))

        def whereis():
            named = yield read("name")
            return named if named and (yield from is_alive(named)) else None

        def register(named):
            old = yield read("name")
            while not (old and (yield from is_alive(old))):
                done, old = yield compare_and_swap("name", old, named)
                if done:
                    return

        def main(_):
            all_of_them = []
            for mortal, steps in zip(self.mortal, self.processes):
                make = spawn_mortal if mortal else spawn
                all_of_them.append((yield make(process, steps, all_of_them)))
            for to in all_of_them:
                yield send(to, 0)
        return main

    C_STEPS = {
        "send": "ravel_send(all[{other}], {tag}, NULL);",
        "receive": "ravel_receive({tag});",
        "receive_any": "ravel_receive(RAVEL_ANY);",
        "receive_down": "ravel_receive(RAVEL_DOWN);",
        "try": "ravel_receive_within(10, {tag}, &message);",
        "try_any": "ravel_receive_or_give_up(RAVEL_ANY, &message);",
        "if": "ravel_receive_if(is_tag_or_end, (void *){tag}, RAVEL_FOREVER, &message);",
        "choose": "if (ravel_choose(2))\n    return NULL;",
        "monitor": "ravel_monitor(all[{other}]);",
        "is_alive": "if (ravel_is_alive(all[{other}]))\n    ravel_send(ravel_self(), {tag}, NULL);",
        "register": "ravel_register(&name, all[{other}]);",
        "whereis": "if ((found = ravel_whereis(&name)))\n    ravel_send(found, {tag}, NULL);",
    }

    def as_c(self):
        lines = ['#include "ravel_mailbox.h"', f"static ravel_process all[{len(self.processes)}];",
                 "static ravel_name name;",
                 "static int is_tag_or_end(const struct ravel_message *message, void *tag) {",
                 "  return message->tag == (long)tag || message->tag == RAVEL_DOWN;", "}"]
        for i, steps in enumerate(self.processes):
            lines += [f"static void *process{i}(void *argument) {{",
                      "  struct ravel_message message;", "  ravel_process found;",
                      "  (void)argument, (void)message, (void)found;", "  ravel_receive(0);"]
            lines += ["  " + self.C_STEPS[kind].format(other=other, tag=tag)
                      for kind, other, tag in steps]
            lines += ["  return NULL;", "}"]
        lines += ["int main(void) {", "  (void)is_tag_or_end, (void)name;"]
        lines += [f"  all[{i}] = ravel_spawn{'_mortal' if mortal else ''}(process{i}, NULL);"
                  for i, mortal in enumerate(self.mortal)]
        lines += [f"  ravel_send(all[{i}], 0, NULL);" for i in range(len(self.processes))]
        lines += ["  pthread_exit(NULL);", "}"]
        return "\n".join(lines) + "\n"
