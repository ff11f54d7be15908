#!/usr/bin/env python3
"""Runs every program of the folders here and of examples/ through `ravel check` and compares what
comes out with what the program's header says.

A program begins with comment lines; those of the form `// name: value` are read here:

    expect: pass | incomplete [long-execution] | unsupported | fail KIND
                                 the verdict, and the kind of the first error; what is
                                 unsupported is incomplete too, with another exit status
    at: WORD                     the error is on a line that carries the comment /* WORD */
    message: REGEX               found in the error's message
    warning: REGEX               found in a warning; without it there must be none,
                                 but for threads that are not joined
    note: REGEX                  found in a note
    not_covered: REGEX           found in what the verdict says it does not cover; `nothing`: that
                                 list is empty
    stopped_by: WORD             the option that kept executions from being explored
    assumed: N                   executions cut by failed assumptions alone
    traces: N (why)              executions explored, the same for every algorithm but naive
    interleavings: N (why)       executions explored by naive; without it naive is not run
    bounded: N                   executions cut short
    void: N                      executions cut short by void iterations
    longest: N                   events of the longest execution
    errors: N                    how many errors are reported
    preemptions: N (why)         of the first error's trace, which is the simplest that was found;
                                 it must be known to have the fewest
    switches: N (why)            between threads, in its schedule
    steps: N (why)               of its schedule
    warnings: N                  how many warnings are; notes: N
    algorithms: ...              only these; sleep alone is too slow for long executions
    options: ...                 given to ravel check
    args: ...                    given to the program
    compiler: NAME (why)         only where programs are compiled by it, gcc or clang
    cflags: ...                  given to the compiler; libs: needed only where Ravel is not used
    given: source (why)          and never a binary: `ravel check` has flags of its own for sources
    also: OPTIONS                begins another case with these options: expect and so on follow

A program is compiled once by `ravel cc`, or once for each set of flags, and all cases and algorithms
get the binary. One program in four is also given as a source, to the first of its runs.

Environment: RAVEL, the command under test; ALGORITHMS, those to run; EVERY, n for one program in n;
RESET, the mode of --reset where a case does not name one; JOBS, the number of --jobs.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import uuid
import zlib

HERE = pathlib.Path(__file__).resolve().parent
RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
ALGORITHMS = os.environ.get("ALGORITHMS", "sleep").split()
COMPILER = "clang" if "clang" in os.environ.get("RAVEL_CC", "gcc") else "gcc"
RESET = os.environ.get("RESET")
JOBS = os.environ.get("JOBS")
MARK = "RAVEL_TEST_MARK"
SECONDS = 120
EXIT_STATUS = {"pass": 0, "fail": 1, "unsupported": 2, "incomplete": 3}


def read_cases(path):
    """The header of a program as a list of dictionaries, one for each case."""
    cases = [{}]
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        found = re.match(r"// (\w+):(?: +(.*))?$", line)
        if not found:
            continue
        name, value = found.group(1), found.group(2) or ""
        if name == "also":
            cases.append({"options": value})
        else:
            cases[-1][name] = value
    return cases


class Run:
    """One command in an empty directory of its own: its output, and whatever it left behind."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.mark = uuid.uuid4().hex
        self.tmp = self.directory / "tmp"
        self.work = self.directory / "work dir"
        self.tmp.mkdir()
        self.work.mkdir()

    def command(self, *arguments):
        environment = dict(os.environ, TMPDIR=str(self.tmp))
        environment[MARK] = self.mark
        return subprocess.run(
            [RAVEL, *arguments], cwd=self.work, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
            timeout=SECONDS)

    def files_left(self, but_not):
        kept = {(self.work / name).resolve() for name in but_not}
        return [str(path.relative_to(self.directory)) for path in self.directory.rglob("*")
                if path.is_file() and path.resolve() not in kept]

    def processes_left(self):
        wanted = f"{MARK}={self.mark}".encode()
        left = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if wanted in (entry / "environ").read_bytes():
                        left.append(entry.name)
                except OSError:
                    pass
        return left


def number(text):
    return int(text.split()[0].replace(",", ""))


def marked_lines(path, word):
    return [i for i, line in enumerate(path.read_text().splitlines(), 1) if f"/* {word} */" in line]


def complaints_about_error(path, case, kind, errors):
    if not errors:
        yield "no error is reported"
        return
    error = errors[0]
    if error["kind"] != kind:
        yield f"the error is {error['kind']}, not {kind}: {error.get('message')}"
    if "at" in case:
        places = [f"{path.name}:{line}" for line in marked_lines(path, case["at"])]
        if os.path.basename(error.get("location") or "") not in places:
            yield f"the error is at {error.get('location')}, not at {' or '.join(places)}"
    if "message" in case and not re.search(case["message"], error.get("message") or ""):
        yield f"the message is {error.get('message')!r}"


def complaints_about_replay(run, error, times):
    trace = error.get("trace")
    if not trace or not (run.work / trace).is_file():
        yield f"there is no trace to replay: {trace!r}"
        return
    replays = [run.command("replay", trace) for _ in range(times)]
    for replay in replays:
        if replay.returncode != 1:
            yield f"the replay exits with {replay.returncode}: {(replay.stderr or '').strip()[-300:]}"
            return
    if any(replay.stdout != replays[0].stdout for replay in replays):
        yield "two replays tell different stories"


def complaints_about_story(case, run, error):
    """The trace that is shown is a simple one, and of the same error."""
    trace = json.loads((run.work / error["trace"]).read_text())
    told = trace["error"]
    if told["kind"] != error["kind"] or told["message"] != error["message"]:
        yield f"the trace is of another error: {told['kind']}: {told['message']}"
    if trace["events"] and trace["events"][-1]["kind"] != "error":
        yield "the trace goes on after its error"
    threads = [thread for thread, _ in trace["schedule"]]
    counts = {"preemptions": sum(event.get("preempts", False) for event in trace["events"]),
              "switches": sum(a != b for a, b in zip(threads, threads[1:])),
              "steps": len(threads)}
    for name, count in counts.items():
        if name in case and count != number(case[name]):
            yield f"the trace has {count} {name}, not {case[name]}"
    if "preemptions" in case and not trace["fewest_preemptions"]:
        yield "it is not known that no execution has fewer preemptions"


def complaints(path, target, case, algorithm, is_first, run):
    """Everything that is not as the header says, as sentences. The error that the first algorithm
    finds is replayed twice, those of others once."""
    command = ["check", "--json", "-", "--algorithm", algorithm]
    if target == path and "cflags" in case:
        command.append("--cflags=" + case["cflags"])
    if RESET and "--reset" not in case.get("options", ""):
        command += ["--reset=" + RESET]
    if JOBS:
        command += ["--jobs=" + JOBS]
    command += shlex.split(case.get("options", "")) + [str(target)]
    if "args" in case:
        command += ["--", *shlex.split(case["args"])]
    check = run.command(*command)
    verdict, _, kind = case["expect"].partition(" ")
    if check.returncode != EXIT_STATUS[verdict]:
        yield f"exit status {check.returncode} where {EXIT_STATUS[verdict]} is expected"
    if verdict == "unsupported":
        verdict, kind = "incomplete", "unsupported"
    try:
        result = json.loads(check.stdout)
    except ValueError:
        yield f"no JSON on standard output; standard error says: {check.stderr.strip()[-500:]}"
        return
    errors = result["errors"]
    if result["verdict"] != verdict:
        told = f" ({errors[0]['kind']}: {errors[0].get('message')})" if errors else ""
        yield f"the verdict is {result['verdict']}{told}, not {verdict}"
    elif kind:
        yield from complaints_about_error(path, case, kind, errors)
        if errors and errors[0]["trace"]:  # a program that is not deterministic has none
            yield from complaints_about_replay(run, errors[0], 2 if is_first else 1)
            yield from complaints_about_story(case, run, errors[0])
    warnings = result["warnings"]
    unexpected = [text for text in warnings if "neither joined nor detached" not in text]
    if "warning" not in case and unexpected:
        yield f"a warning: {unexpected[0]}"
    elif "warning" in case and not any(re.search(case["warning"], text) for text in warnings):
        yield f"no such warning among {warnings}"
    if "note" in case and not any(re.search(case["note"], text) for text in result["notes"]):
        yield f"no such note among {result['notes']}"
    not_covered = result["not_covered"]
    if case.get("not_covered") == "nothing":
        if not_covered:
            yield f"not covered: {not_covered[0]}"
    elif "not_covered" in case and not any(re.search(case["not_covered"], text)
                                           for text in not_covered):
        yield f"no such sentence among {not_covered}"
    if "stopped_by" in case and result.get("stopped_by") != case["stopped_by"]:
        yield f"stopped by {result.get('stopped_by')}, not by {case['stopped_by']}"
    counts = {"executions": "interleavings" if algorithm == "naive" else "traces",
              "bounded": "bounded", "assumed": "assumed", "void": "void",
              "longest": "longest"}
    for field, directive in counts.items():
        if directive in case and result[field] != number(case[directive]):
            yield f"{field} is {result[field]}, not {case[directive]}"
    for field in ("errors", "warnings", "notes"):
        if field in case and len(result[field]) != number(case[field]):
            yield f"{len(result[field])} {field}, not {case[field]}"
    bounded = re.search("--preemption-bound|--memory|--algorithm=graph", case.get("options", ""))
    if algorithm == "optimal" and not bounded and result["blocked"] != 0:
        yield f"optimal began {result['blocked']} blocked explorations"
    for name in run.files_left(error["trace"] for error in errors if error.get("trace")):
        yield f"left behind: {name}"
    for process in run.processes_left():
        yield f"process {process} still runs"


class Binaries:
    """What `ravel cc` makes of a program, for each set of flags."""

    def __init__(self, path, directory):
        self.path = path
        self.directory = directory
        self.made = {}

    def get(self, flags):
        if flags not in self.made:
            run = Run(new_directory(self.directory))
            binary = run.work / self.path.stem
            compiler = "cc" if self.path.suffix == ".c" else "c++"
            made = run.command(compiler, "-O1", "-g", *shlex.split(flags), "-o", str(binary),
                               str(self.path))
            if made.returncode != 0:
                raise ChildProcessError(made.stderr.strip())
            self.made[flags] = binary
        return self.made[flags]


def new_directory(parent):
    return tempfile.mkdtemp(dir=parent)


def check(path, cases, from_source):
    """All cases of a program: the case, an algorithm and what is to be complained about."""
    outcome = []
    with tempfile.TemporaryDirectory(prefix="ravel-programs-") as directory:
        binaries = Binaries(path, directory)
        for case, algorithm, is_first in cases:
            try:
                source = ((from_source and not outcome) or "given" in case
                          or "--cflags" in case.get("options", ""))
                target = path if source else binaries.get(case.get("cflags", ""))
                run = Run(new_directory(directory))
                found = list(complaints(path, target, case, algorithm, is_first, run))
            except subprocess.TimeoutExpired as late:
                found = [f"no end after {SECONDS} s: {shlex.join(late.cmd)}"]
            except ChildProcessError as failure:
                found = [f"ravel cc: {failure}"]
            outcome.append((case, algorithm, found))
    return outcome


def wanted(case, algorithm):
    if "compiler" in case and case["compiler"].split()[0] != COMPILER:
        return False
    if "algorithms" in case:
        return algorithm in case["algorithms"].split()
    return algorithm != "naive" or "interleavings" in case


def one_in(number, name):
    """Whether a name is in the sample of one in so many. A new program does not change who else is in it."""
    return zlib.crc32(name.encode()) % number == 0


def jobs(paths):
    for path in paths:
        cases = []
        for case in read_cases(path):
            if "expect" not in case:
                raise SystemExit(f"{path.name}: a case without `expect`")
            names = [name for name in ALGORITHMS if wanted(case, name)]
            cases += [(case, name, name == names[0]) for name in names]
        if cases:
            yield path, cases, one_in(4, path.stem)


def main():
    paths = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    paths = paths or [path for directory in (HERE, HERE.parent.parent / "examples")
                      for path in sorted(directory.rglob("*.c*"))]
    paths = [path for path in paths if one_in(int(os.environ.get("EVERY", "1")), path.name)]
    failed = passed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        todo = [(job[0], pool.submit(check, *job)) for job in jobs(paths)]
        for path, outcome in todo:
            for case, algorithm, found in outcome.result():
                if not found:
                    passed += 1
                    continue
                failed += 1
                options = f" {case['options']}" if case.get("options") else ""
                print(f"FAIL {path.name} [{algorithm}{options}]")
                for complaint in found:
                    print(f"     {complaint}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
