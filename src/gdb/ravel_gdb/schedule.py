"""Running to a step of the schedule.

The runtime compares the number of each step with one that is set here (`stop_at`). To go back is to
run again: every run makes the same steps.
"""

import os

import gdb

from ravel_gdb.runtime import (ENDED, SAVED, Runtime, error, error_text, is_alive, step_text, steps,
                               thread_name)
from ravel_gdb.view import is_ravels, show_frame, view


class Position:
    wanted = 0  # the step that the next run is to stop before
    before = None  # the step that is about to be made; None: the execution is elsewhere
    at_error = False


position = Position()


def went_on(_event):
    view.leave()
    position.before = None
    position.at_error = False


class BeginBreakpoint(gdb.Breakpoint):
    """Where a run begins: it is told where to stop."""

    def __init__(self):
        super().__init__("ravel_debugger_begins", internal=True)
        self.silent = True

    def stop(self):
        Runtime().set_stop(position.wanted)
        return False


class StepBreakpoint(gdb.Breakpoint):
    """The driver is about to let a thread make the step."""

    def __init__(self):
        super().__init__("ravel_debugger_step", internal=True)
        self.silent = True


class ErrorBreakpoint(gdb.Breakpoint):
    """The error that it is about, or another one before it."""

    thread_at_fault = None

    def __init__(self):
        super().__init__("ravel_debugger_error", internal=True)
        self.silent = True

    def stop(self):
        frame = gdb.newest_frame()
        first, second = ("rdi", "rsi") if frame.architecture().name() in SAVED and \
            "x86-64" in frame.architecture().name() else ("x0", "x1")
        self.thread_at_fault = int(frame.read_register(second))
        return int(frame.read_register(first)) == error["nth"]


begin_breakpoint = step_breakpoint = error_breakpoint = None


def loaded(event):
    """Once there is a runtime, in the first run, there are places for breakpoints."""
    global begin_breakpoint, step_breakpoint, error_breakpoint
    name = os.path.basename(event.new_objfile.filename or "")
    if begin_breakpoint is None and name.startswith("libravel.so"):
        begin_breakpoint = BeginBreakpoint()
        step_breakpoint = StepBreakpoint()
        error_breakpoint = ErrorBreakpoint()


def stopped(event):
    if error_breakpoint and error_breakpoint in getattr(event, "breakpoints", []):
        position.at_error = True
        tid = error_breakpoint.thread_at_fault
        runtime = Runtime()
        print(f"\nError after step {runtime.step} of {len(steps)}, in {thread_name(tid)}:")
        print(error_text())
        for wait in error["waits"]:
            print(f"  {thread_name(wait['thread'])} waits {wait['waits']}")
        if runtime.thread_state(tid) == ENDED:
            print("(this thread has ended)")
        else:
            view.enter(tid)
            show_frame()


def ended(event):
    view.leave()
    if hasattr(event, "exit_code"):  # otherwise it was killed, to be run again
        print("The execution is over. `ravel goto N` or `run` runs it again.")


gdb.events.new_objfile.connect(loaded)
gdb.events.stop.connect(stopped)
gdb.events.cont.connect(went_on)
gdb.events.exited.connect(ended)


# --- going to a step ----------------------------------------------------------------------------


def run_quietly(command):
    """Returns what gdb had to say when the program stopped."""
    try:
        said = gdb.execute(command, False, True)
    except gdb.error as wrong:
        raise gdb.GdbError(str(wrong))
    return "".join(line for line in said.splitlines(True) if "libthread_db" not in line)


class Undisturbed:
    """The user's breakpoints are for what he runs, not for a way to a step."""

    def __enter__(self):
        self.breakpoints = [b for b in gdb.breakpoints() if b.number > 0 and b.enabled]
        for breakpoint in self.breakpoints:
            breakpoint.enabled = False

    def __exit__(self, *_):
        for breakpoint in self.breakpoints:
            if breakpoint.is_valid():
                breakpoint.enabled = True


def enter_thread():
    """From the driver into the thread that makes the step: its stack is the real one then."""
    number = Runtime().stop_at
    tid = steps[number - 1]["thread"]
    registers = Runtime().saved_registers(tid)
    pc = SAVED[gdb.selected_frame().architecture().name()][0]
    Runtime().set_stop(0)
    there = gdb.Breakpoint(f"*{registers[pc]:#x}", internal=True, temporary=True)
    there.silent = True
    step_breakpoint.enabled = False
    try:
        run_quietly("continue")
    finally:
        step_breakpoint.enabled = True
        if there.is_valid():
            there.delete()
    position.before = number
    print(f"Before step {number} of {len(steps)}: {step_text(number)}")
    show_frame()


def is_at_step(number):
    """Whether the driver has stopped before it."""
    return is_alive() and not position.at_error and Runtime().current is None \
        and Runtime().stop_at == number \
        and gdb.newest_frame().name() == "ravel_debugger_step"


def run_to(number, command):
    position.wanted = number
    if command == "continue":
        Runtime().set_stop(number)
    said = run_quietly(command)
    position.wanted = 0
    if is_at_step(number):
        with Undisturbed():
            enter_thread()
    else:  # the error, a breakpoint of the user's, or the end
        print(said, end="")


def go_to_start():
    gdb.Breakpoint("main", internal=True, temporary=True).silent = True
    position.wanted = 0
    run_quietly("run")
    position.before = 0
    print("At the beginning, before step 1.")
    gdb.execute("frame")


def go_to(number):
    if not 0 <= number <= len(steps):
        raise gdb.GdbError(f"The schedule has the steps 1 to {len(steps)}.")
    if is_alive() and position.before == number:
        print("It is there already.")
        return
    with Undisturbed():
        if number == 0:
            go_to_start()
        elif is_alive() and not position.at_error and Runtime().step < number:
            run_to(number, "continue")
        else:
            run_to(number, "run")


def go_to_error():
    with Undisturbed():
        run_to(0, "continue" if is_alive() and not position.at_error else "run")


def begin():
    """Where there is no error to stop at, because it takes the process with it: the last step."""
    if error["kind"] and not error["shown"] and steps:
        go_to(len(steps))
        print(f"In this step: {error_text()}")
    else:
        run_to(0, "run")
