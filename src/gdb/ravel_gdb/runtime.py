"""What the runtime and the recorded steps tell: who the threads are, where they stand, what is next."""

import json
import os
import struct

import gdb

VERSION = 1
UNBORN, RUNNING, READY, JOINING, EXITING, FAILED, ENDLESS, VOID, ENDED = range(9)

# Where switch_stack() keeps registers, from the saved stack pointer on, and how much of the stack it
# takes with them.
SAVED = {
    "i386:x86-64": ("rip", "rsp", 64, {"r15": 8, "r14": 16, "r13": 24, "r12": 32, "rbx": 40,
                                       "rbp": 48, "rip": 56}),
    "aarch64": ("pc", "sp", 176, {"x29": 0, "x30": 8, "pc": 8, "x19": 16, "x20": 24, "x21": 32,
                                  "x22": 40, "x23": 48, "x24": 56, "x25": 64, "x26": 72, "x27": 80,
                                  "x28": 88}),
}


def load_steps():
    with open(os.environ["RAVEL_GDB_STEPS"], encoding="utf-8", errors="replace") as file:
        return json.load(file)


story = load_steps()
steps = story["steps"]
error = story["error"]


def thread_name(tid):
    return story["threads"][tid] if tid < len(story["threads"]) else f"T{tid}"


def error_text():
    at = f" at {error['at']}" if error["at"] else ""
    return f"{error['text']}{at}"


def step_text(number):
    step = steps[number - 1]
    does = step["does"] or "goes on"
    return f"{thread_name(step['thread'])} {does}" + (f"  {step['at']}" if step["at"] else "")


def is_alive():
    return gdb.selected_inferior().pid != 0


def words(address, count):
    data = gdb.selected_inferior().read_memory(address, 8 * count).tobytes()
    return struct.unpack(f"<{count}Q", data)


def half_word(address):
    return struct.unpack("<I", gdb.selected_inferior().read_memory(address, 4).tobytes())[0]


class Runtime:
    """struct debugger, as it is now."""

    def __init__(self):
        if not is_alive():
            raise gdb.GdbError("The program is not running: `ravel goto N` runs it to step N.")
        self.address = int(gdb.parse_and_eval("(unsigned long)&ravel_debugger"))
        (version, self.stop_at, steps_at, current_at, self.high_at, self.threads, self.size,
         self.sp, self.state, self.joining) = words(self.address, 10)
        if version != VERSION:
            raise gdb.GdbError("The program uses the libravel.so of another build.")
        self.step = words(steps_at, 1)[0]
        current = words(current_at, 1)[0]
        self.current = (current - self.threads) // self.size if current else None

    def set_stop(self, number):
        gdb.selected_inferior().write_memory(self.address + 8, struct.pack("<Q", number))

    def at(self, tid, offset):
        return self.threads + tid * self.size + offset

    def thread_state(self, tid):
        return half_word(self.at(tid, self.state))

    def thread_joins(self, tid):
        return half_word(self.at(tid, self.joining))

    def tids(self):
        return [t for t in range(half_word(self.high_at)) if self.thread_state(t) != UNBORN]

    def saved_registers(self, tid):
        _, sp_name, size, places = SAVED[gdb.selected_frame().architecture().name()]
        sp = words(self.at(tid, self.sp), 1)[0]
        registers = {name: words(sp + offset, 1)[0] for name, offset in places.items()}
        registers[sp_name] = sp + size
        return registers
