#!/usr/bin/env python3
"""Takes out one rule at a time and sees whether the tests notice.

    mutants.py DIRECTORY [NAME...]

The entries are in *.txt beside this file (core.txt says how they look). Each is made in a copy of the
sources, built there, and what the entry names is run: `unit`, `runtime`, `oracle`, `cli`, `programs:FILE`
or `programs:FILE@ALGORITHM`, `c-oracle:FEATURES`; then what is left of the general ones. The first that fails
has noticed it. A mutant that nothing notices is a failure, as is one whose text is no longer there.
Given names (or parts of them), only these.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GENERAL = ["unit", "runtime", "oracle", "c-oracle:"]
UNNOTICED = "nothing notices it"
SECONDS = 150


class Mutant:
    def __init__(self, name):
        self.name, self.file, self.by = name, None, []
        self.old, self.new = [], []


def read_mutants(path):
    mutants = []
    for line in path.read_text().splitlines():
        if line.startswith("= "):
            mutants.append(Mutant(line[2:]))
        elif line.startswith("file "):
            mutants[-1].file = line[5:]
        elif line.startswith("by "):
            mutants[-1].by = line[3:].split()
        elif line.startswith("-"):
            mutants[-1].old.append(line[1:])
        elif line.startswith("+"):
            mutants[-1].new.append(line[1:])
    return mutants


def mutated(mutant, text):
    """The text of the file without the rule."""
    old, new = "\n".join(mutant.old), "\n".join(mutant.new)
    places = [m.start() for m in re.finditer(re.escape(old), text) if m.start() == 0 or text[m.start() - 1] == "\n"]
    if len(places) != 1:
        raise ValueError("its text is in %s %d times" % (mutant.file, len(places)))
    return text[:places[0]] + new + text[places[0] + len(old):]


class Tree:
    """A copy of the sources with its own build."""

    def __init__(self, directory):
        self.at = pathlib.Path(directory).resolve()
        self.at.mkdir(parents=True, exist_ok=True)
        self.passes, self.original = {}, {}
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        for name in files.splitlines():
            self.original[name] = (ROOT / name).read_bytes()
            self.put(name, self.original[name])
            shutil.copymode(ROOT / name, self.at / name)

    def put(self, name, content):
        path = self.at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)

    def run(self, command, **environment):
        """Whether a command is content, and what it printed."""
        process = subprocess.Popen(command, cwd=self.at, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", env=dict(os.environ, **environment), start_new_session=True)
        try:
            output = process.communicate(timeout=SECONDS)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False, "it takes longer than %d seconds" % SECONDS
        return process.returncode == 0, output

    def make(self, *targets):
        return self.run(["make", "-j2", "--no-print-directory", "CFLAGS=-O1", *targets])

    def suite(self, name):
        kind, _, what = name.partition(":")
        if kind in ("programs", "c-oracle"):
            built, output = self.make("all", "build/test/c-oracle/c-oracle")
            if not built:
                return False, output
        if kind == "programs":
            what, _, algorithm = what.partition("@")
            found = [str(p) for d in ("test/programs", "examples") for p in sorted((self.at / d).rglob(what))]
            if not found:
                return False, "there is no program " + what
            return self.run(["python3", "test/programs/run.py", *found], RAVEL="build/ravel",
                            ALGORITHMS=algorithm or "optimal")
        if kind == "c-oracle":
            return self.run(["python3", "test/c-oracle/check.py", "build/ravel", "build/test/c-oracle/c-oracle", "77",
                             "40", what], SHRINK="0")
        if kind == "oracle":
            return self.make("check-oracle", "ORACLE_COUNT=150")
        return self.make("check-" + kind)

    def passes_as_it_is(self, name):
        if name not in self.passes:
            self.passes[name] = self.suite(name)
        return self.passes[name]


def object_of(file):
    """What shows whether a file compiles."""
    base = os.path.splitext(file)[0] + ".o"
    return ("build/obj/" if file.startswith("src/core") else "build/pic/") + base


def try_mutant(tree, mutant, suites):
    """Who notices the mutant, or None; and an explanation where there is something wrong with it."""
    original = tree.original.get(mutant.file, b"")
    try:
        text = mutated(mutant, original.decode())
    except ValueError as error:
        return None, str(error)
    tree.put(mutant.file, text.encode())
    try:
        built, output = tree.make(object_of(mutant.file))
        if not built:
            return None, "it does not compile:\n" + output[-2000:]
        for name in suites:
            if not tree.suite(name)[0]:
                return name, ""
        return None, UNNOTICED
    finally:
        tree.put(mutant.file, original)


def main():
    tree = Tree(sys.argv[1])
    mutants = [m for path in sorted(HERE.glob("*.txt")) for m in read_mutants(path)]
    wanted = sys.argv[2:]
    if wanted:
        mutants = [m for m in mutants if any(w in m.name for w in wanted)]
    print("%d mutants" % len(mutants))
    failed = 0
    for mutant in mutants:
        since = time.time()
        bad = [name for name in mutant.by if not tree.passes_as_it_is(name)[0]]
        if bad:
            print("%s fails without any mutant:\n%s" % (bad[0], tree.passes[bad[0]][1][-3000:]))
        noticed, wrong = try_mutant(tree, mutant, [name for name in mutant.by if name not in bad])
        if wrong == UNNOTICED:
            rest = [name for name in GENERAL if name not in mutant.by and tree.passes_as_it_is(name)[0]]
            noticed, wrong = try_mutant(tree, mutant, rest)
        failed += noticed is None
        print("%-70s %s (%.0f s)" % (mutant.name, "noticed by " + noticed if noticed else "WRONG: " + wrong,
                                     time.time() - since))
        sys.stdout.flush()
    print("%d passed, %d failed" % (len(mutants) - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
