"""gdb's own stepping, from a place inside the runtime."""

import gdb

from ravel_gdb.runtime import SAVED, is_alive
from ravel_gdb.schedule import position, run_quietly
from ravel_gdb.view import is_ravels, view


class ReturnBreakpoint(gdb.Breakpoint):
    """Where a call into the runtime returns to, in this thread."""

    def __init__(self, frame):
        super().__init__(f"*{frame.pc():#x}", internal=True, temporary=True)
        self.silent = True
        self.sp_name = SAVED[frame.architecture().name()][1]
        self.sp = int(frame.read_register(self.sp_name))

    def stop(self):
        return int(gdb.newest_frame().read_register(self.sp_name)) == self.sp


def before_going_on(_arguments):
    """Goes on in the thread that runs, not in one that is looked at."""
    view.leave()


def before_stepping(_arguments):
    """Goes from the runtime back into the program, with the operation made."""
    view.leave()
    if position.at_error:
        raise gdb.GdbError("The execution ends with this error; `ravel back` goes back.")
    frame = gdb.newest_frame() if is_alive() else None
    if frame is None or not is_ravels(frame):
        return
    while frame is not None and is_ravels(frame):
        frame = frame.older()
    if frame is None:
        return
    there = ReturnBreakpoint(frame)
    run_quietly("continue")
    if there.is_valid():  # it has stopped somewhere else
        there.delete()
        raise gdb.GdbError("It has stopped on the way.")


def before_finishing(_arguments):
    """gdb can only leave an inlined function from within."""
    if view.tid is not None or position.at_error:
        raise gdb.GdbError("This thread does not go on from here: `ravel goto` a step of it.")
    if is_alive() and gdb.selected_frame().type() == gdb.INLINE_FRAME:
        before_stepping("")
