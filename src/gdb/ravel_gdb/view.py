"""Looking at a thread that does not run.

An unwinder pretends that the thread has called the code that runs, so that `bt`, `up`, `frame` and
`print` work on it. The real registers are not touched: the program can go on from there.
"""

import os

import gdb
import gdb.unwinder
from gdb.FrameDecorator import FrameDecorator

from ravel_gdb.runtime import SAVED, Runtime


class View:
    """The thread that is looked at, if it is not the one that runs."""

    tid = None
    registers = {}
    real = None  # pc and stack pointer of the code that runs

    def enter(self, tid):
        self.leave()
        runtime = Runtime()
        if tid == runtime.current:
            return
        newest = gdb.newest_frame()
        pc, sp = SAVED[newest.architecture().name()][:2]
        registers = runtime.saved_registers(tid)
        self.real = (int(newest.read_register(pc)), int(newest.read_register(sp)))
        self.registers = registers
        self.tid = tid
        gdb.invalidate_cached_frames()

    def leave(self):
        if self.tid is not None:
            self.tid = None
            gdb.invalidate_cached_frames()


view = View()


class FrameId:
    """Of the code that runs. No stack is as low: to gdb, frames of any thread are outside of it."""

    def __init__(self, pc):
        self.pc = pc
        self.sp = gdb.Value(8).cast(pc.type)


class Unwinder(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("ravel")

    def __call__(self, pending):
        if view.tid is None:
            return None
        pc, sp = SAVED[pending.architecture().name()][:2]
        here = pending.read_register(pc)
        if (int(here), int(pending.read_register(sp))) != view.real:
            return None
        info = pending.create_unwind_info(FrameId(here))
        for name, value in view.registers.items():
            info.add_saved_register(name, gdb.Value(value).cast(here.type))
        return info


gdb.unwinder.register_unwinder(None, Unwinder(), replace=True)


def is_in_runtime(pc):
    return os.path.basename(gdb.solib_name(pc) or "").startswith("libravel.so")


def is_ravels(frame):
    return is_in_runtime(frame.pc())


narrowed = set()  # numbers of breakpoints


def leave_out_runtime(breakpoint):
    """A breakpoint on a function is for the program's, not for one of ours with the same name.

    When the program is started again, gdb finds the places anew, and takes one that is disabled for
    another one of the same name: so the others are enabled again."""
    places = getattr(breakpoint, "locations", [])  # of gdb 13 and later
    ours = [each for each in places if is_in_runtime(each.address)]
    if breakpoint.number < 0 or len(ours) == len(places):
        return
    for each in ours:
        if each.enabled:
            narrowed.add(breakpoint.number)
            each.enabled = False
    for each in places if breakpoint.number in narrowed else []:
        if not each.enabled and not is_in_runtime(each.address):
            each.enabled = True


gdb.events.breakpoint_created.connect(leave_out_runtime)
gdb.events.breakpoint_modified.connect(leave_out_runtime)


def is_programs(frame):
    """In a module of the program's own, and in a source that is not of the system."""
    module = gdb.solib_name(frame.pc()) or ""
    symtab = frame.find_sal().symtab
    return symtab is not None and not symtab.fullname().startswith("/usr/") and \
        not module.startswith(("/lib", "/usr/lib")) and not is_ravels(frame)


def is_ours(frame):
    """Of the runtime, or called by it; what the program calls in libc may come through a stub."""
    if is_ravels(frame) or not frame.pc():
        return True
    caller = frame.older()
    return caller is not None and frame.type() == gdb.NORMAL_FRAME and not is_programs(frame) and \
        is_ravels(caller) and caller.name() != "libc_stub" and not is_outermost(caller)


def is_outermost(frame):
    """Whether it has called the program's function, and not the other way round."""
    return frame.older() is None or not frame.older().pc()


class Frame(FrameDecorator):
    """Without the arguments that can't be read: the stack may have run out."""

    def frame_args(self):
        return [a for a in super().frame_args() or [] if self.is_readable(a.symbol())]

    def is_readable(self, symbol):
        try:
            symbol.value(self.inferior_frame()).fetch_lazy()
        except gdb.MemoryError:
            return False
        except (AttributeError, gdb.error):
            pass
        return True


class FrameFilter:
    """Leaves out our own functions, and the code that runs while another thread is looked at."""

    name = "ravel"
    enabled = True
    priority = 100

    def filter(self, frames):
        for number, frame in enumerate(frames):
            if number == 0 and view.tid is not None:
                continue
            if not is_ours(frame.inferior_frame()):
                yield Frame(frame)


gdb.frame_filters["ravel"] = FrameFilter()


def own_frame():
    """The innermost frame of the program's own; else one with sources; None: there is none."""
    frame = gdb.newest_frame()
    second = None
    if view.tid is not None:
        frame = frame.older()
    while frame is not None:
        if is_programs(frame):
            return frame
        if second is None and frame.find_sal().symtab and not is_ours(frame):
            second = frame
        frame = frame.older()
    return second


def show_frame():
    frame = own_frame()
    if frame is None:
        print("(it has left all functions of the program)")
        return
    frame.select()
    gdb.execute("frame")
