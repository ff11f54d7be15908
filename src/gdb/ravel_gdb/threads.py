"""The threads in words."""

import gdb

from ravel_gdb.runtime import (ENDED, ENDLESS, EXITING, FAILED, JOINING, Runtime, error, steps,
                               thread_name)
from ravel_gdb.schedule import position
from ravel_gdb.view import own_frame, show_frame, view


def next_step_of(tid, made):
    for number in range(made + 1, len(steps) + 1):
        if steps[number - 1]["thread"] == tid:
            return number
    return None


def thread_status(runtime, tid):
    if tid == runtime.current:
        if position.before:
            return f"is about to make step {position.before}: {steps[position.before - 1]['does']}"
        return f"runs, in step {runtime.step}"
    state = runtime.thread_state(tid)
    if state == ENDED:
        return "has ended"
    if state == EXITING:
        return "has called exit"
    if state == FAILED:
        return "was stopped"
    if state == ENDLESS:
        return "is in a loop that never ends"
    if state == JOINING:
        return f"waits for the end of {thread_name(runtime.thread_joins(tid))}"
    number = next_step_of(tid, runtime.step)
    if number:
        return f"next is step {number}: {steps[number - 1]['does']}"
    for wait in error["waits"]:
        if wait["thread"] == tid:
            return f"waits {wait['waits']}"
    return "makes no further step"


class Looking:
    """Looks at threads one by one, and comes back."""

    def __enter__(self):
        self.before = view.tid
        self.level = gdb.selected_frame().level()
        return self

    def __exit__(self, *_):
        if self.before is None:
            view.leave()
        else:
            view.enter(self.before)
        frame = gdb.newest_frame()
        while frame is not None and frame.level() < self.level:
            frame = frame.older()
        if frame is not None:
            frame.select()


def show_threads(with_stacks):
    runtime = Runtime()
    shown = runtime.current if view.tid is None else view.tid
    with Looking():
        for tid in runtime.tids():
            mark = "*" if tid == shown else " "
            print(f"{mark} {thread_name(tid)}  {thread_status(runtime, tid)}")
            if runtime.thread_state(tid) == ENDED:
                continue
            view.enter(tid)
            if with_stacks:
                for line in gdb.execute("backtrace", False, True).splitlines():
                    print("    " + line)
            else:
                frame = own_frame()
                if frame is not None:
                    sal = frame.find_sal()
                    print(f"    {frame.name()} at {sal.symtab.filename}:{sal.line}")


def find_thread(text):
    """By number, as T1, or by name."""
    tids = Runtime().tids()
    word = text.strip()
    number = word[1:] if word[:1] in "tT" and word[1:].isdigit() else word
    for tid in tids:
        name = thread_name(tid)
        if number == str(tid) or word in (name, name.split(" ", 1)[-1]):
            return tid
    names = ", ".join(thread_name(tid) for tid in tids)
    raise gdb.GdbError(f"There is no thread '{word}'; there are: {names}.")


def has_thread_local_data():
    sections = gdb.execute("maintenance info sections", False, True)
    return ".tbss" in sections or ".tdata" in sections


def warn_of_thread_local_data(runtime):
    """gdb finds them by the real registers, whichever thread is looked at."""
    if view.tid is not None and has_thread_local_data():
        runs = "the driver" if runtime.current is None else thread_name(runtime.current)
        print(f"(thread-local variables are those of {runs}, which runs)")


def look_at(text):
    runtime = Runtime()
    tid = find_thread(text) if text else (runtime.current if view.tid is None else view.tid)
    if tid is None:
        raise gdb.GdbError("No thread runs now: say which one to look at.")
    if runtime.thread_state(tid) == ENDED:
        raise gdb.GdbError(f"{thread_name(tid)} has ended: it has no stack any more.")
    view.enter(tid)
    print(f"{thread_name(tid)} {thread_status(runtime, tid)}")
    warn_of_thread_local_data(runtime)
    show_frame()


def apply_to(text):
    """`thread apply all|N... COMMAND`."""
    arguments = text.split()
    chosen = []
    while arguments and (arguments[0] == "all" or arguments[0].lstrip("tT").isdigit()):
        chosen.append(arguments.pop(0))
    runtime = Runtime()
    tids = runtime.tids() if "all" in chosen else [find_thread(word) for word in chosen]
    if not tids or not arguments:
        raise gdb.GdbError("thread apply wants threads, or all, and a command.")
    with Looking():
        for tid in tids:
            if runtime.thread_state(tid) != ENDED:
                look_at(str(tid))
                gdb.execute(" ".join(arguments))
