"""The commands, and what happens before gdb's own."""

import gdb

from ravel_gdb.runtime import Runtime, error, error_text, is_alive, step_text, steps
from ravel_gdb.schedule import begin, go_to, go_to_error, position, run_to
from ravel_gdb.stepping import before_finishing, before_going_on, before_stepping
from ravel_gdb.threads import apply_to, look_at, show_threads


class Ravel(gdb.Command):
    """Ravel's threads and schedule."""

    def __init__(self):
        super().__init__("ravel", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, _arguments, _from_tty):
        gdb.execute("help ravel")


class Command(gdb.Command):
    def __init__(self, name, does, kind=gdb.COMMAND_RUNNING):
        self.__doc__ = does.__doc__
        super().__init__(name, kind)
        self.does = does

    def invoke(self, arguments, _from_tty):
        self.does(arguments.strip())


def command_threads(_arguments):
    """Every thread, what it does next, and its stack."""
    show_threads(True)


def command_info_threads(_arguments):
    """Every thread of the program, and where it is."""
    show_threads(False)


def command_thread(arguments):
    """Look at a thread: by its number (1 or T1), or by its name. Without one: the present one."""
    look_at(arguments)


def command_gdb_thread(arguments):
    """Look at a thread of the program; `thread apply all COMMAND` does something in each."""
    if arguments.split()[:1] == ["apply"]:
        apply_to(arguments.split(None, 1)[1] if " " in arguments else "")
    else:
        look_at(arguments)


def command_next(_arguments):
    """Run to the next step of the schedule, whichever thread makes it."""
    made = Runtime().step
    if position.at_error:
        raise gdb.GdbError("The schedule ends with this error; `ravel back` goes back.")
    if made >= len(steps):
        run_to(0, "continue")
    else:
        run_to(made + 1, "continue")


def command_back(_arguments):
    """Run to the step before, by running again from the start."""
    made = Runtime().step if is_alive() else len(steps)
    if position.before == 0 or (made == 0 and not position.at_error):
        raise gdb.GdbError("This is the beginning.")
    go_to(made - 1 if position.before else made)


def command_goto(arguments):
    """Run to step N, forwards or again from the start; 0 is the beginning. `ravel goto error`."""
    if arguments == "error":
        go_to_error()
    elif arguments.isdigit():
        go_to(int(arguments))
    else:
        raise gdb.GdbError("ravel goto wants the number of a step, or `error`.")


def list_steps(arguments):
    """The steps around the present one, or around step N."""
    made = Runtime().step if is_alive() else len(steps)
    middle = int(arguments) if arguments.isdigit() else made
    for number in range(max(1, middle - 5), min(len(steps), middle + 5) + 1):
        print(f"{'>' if number == made else ' '} {number:6}  {step_text(number)}")
    if middle + 5 > len(steps) and error["kind"]:
        print(f"{'>' if position.at_error else ' '} {'':6}  {error_text()}")


COMMANDS = {
    "ravel threads": command_threads,
    "ravel thread": command_thread,
    "ravel next": command_next,
    "ravel back": command_back,
    "ravel goto": command_goto,
    "ravel list": list_steps,
    "info threads": command_info_threads,
    "thread": command_gdb_thread,
}

# Before gdb's own commands: hooks are commands, for their errors to be those of gdb.
HOOKS = {
    "ravel-before-going-on": (before_going_on, ("continue", "advance", "jump", "stepi", "nexti")),
    "ravel-before-stepping": (before_stepping, ("step", "next", "until")),
    "ravel-before-finishing": (before_finishing, ("finish",)),
}


def start():
    Ravel()
    for name, does in COMMANDS.items():
        Command(name, does)
    for name, (does, hooked) in HOOKS.items():
        Command(name, does, gdb.COMMAND_MAINTENANCE)
        for command in hooked:
            gdb.execute(f"define hook-{command}\n{name}\nend")
    # They become errors of the execution, at which it stops.
    gdb.execute("handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass", False, True)
    try:
        begin()
    except (gdb.error, gdb.GdbError) as wrong:
        print(wrong)
    print("(`help ravel` lists what there is for the threads and the schedule)")
