#!/usr/bin/env python3
"""What documents show of Ravel is what it prints: README.md and doc/manual.md.

  transcripts.py     runs every command; prints what differs and `N passed, M failed`

A block that begins with ```c NAME or ```make NAME is a file of that name. A block that begins with
```console is a transcript: after `$ ` (and `> ` in further lines) a command, then what it prints, on
standard output and standard error. All commands of a document run one after the other in one new
directory, in which examples/ is there; RAVEL is the command under test. A line `[...]` stands for
any lines, `[...]` within a line for anything in it. A transcript without `[...]` is complete, but for
the rate of executions, which is left out. What is
in no such block, such as a command within a sentence, is not run.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RAVEL = Path(os.environ.get("RAVEL", ROOT / "build/ravel")).resolve()
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.S | re.M)
RATE = re.compile(r", [\d,]+ per second")  # shown where a search takes a moment
SECONDS = 120


def pattern(expected):
    """Lines of a transcript as a regular expression for what is printed."""
    parts = []
    for line in expected:
        if line == "[...]":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split("[...]"))) + r"\n")
    return "".join(parts)


def commands(transcript):
    """Pairs of a command and the lines it is to print."""
    pairs = []
    for line in transcript.splitlines():
        if line.startswith("$ "):
            pairs.append((line[2:], []))
        elif line.startswith("> ") and not pairs[-1][1]:
            pairs[-1] = (pairs[-1][0] + "\n" + line[2:], [])
        else:
            pairs[-1][1].append(line)
    return pairs


class Shell:
    """A directory of its own, and the status of the last command."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.status = 0
        tools = self.directory / "bin"
        tools.mkdir()
        for name in ("ravel", "ravel-cc", "ravel-c++"):
            (tools / name).symlink_to(RAVEL)
        self.work = self.directory / "work"
        self.work.mkdir()
        (self.work / "examples").symlink_to(ROOT / "examples")
        self.environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", LANG="C")
        for name in ("MAKEFLAGS", "MAKELEVEL", "RAVEL_CC", "RAVEL_CXX", "CC", "CXX"):
            self.environment.pop(name, None)

    def run(self, command):
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.status})\n{command}"], cwd=self.work,
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
        self.status = done.returncode
        return RATE.sub("", done.stdout)


def failures_of(path):
    """One entry for each command: None, or what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="ravel-transcripts-") as directory:
        shell = Shell(directory)
        for language, name, text in BLOCK.findall(path.read_text()):
            if name:
                (shell.work / name).write_text(text)
                continue
            if language != "console":
                continue
            for command, expected in commands(text):
                printed = shell.run(command)
                if re.fullmatch(pattern(expected), printed):
                    yield None
                else:
                    yield f"{path.name}: $ {command}\n" + "".join(
                        f"     | {line}\n" for line in printed.splitlines())


def main():
    passed = failed = 0
    for path in (ROOT / "README.md", ROOT / "doc/manual.md"):
        for failure in failures_of(path):
            passed += failure is None
            failed += failure is not None
            if failure:
                print(f"FAIL {failure}", end="")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
