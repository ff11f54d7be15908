#!/usr/bin/env python3
"""Takes out one rule at a time and sees whether the tests notice.

    mutants.py DIRECTORY [NAME...]

The entries are in *.txt beside this file (core.txt says how they look). Each is made in a copy of the
sources, built there, and what the entry names is run: `unit`, `runtime`, `oracle`, `cli`, `programs:FILE`
(with all algorithms), `c-oracle:FEATURES`; then all that is left of the general ones. The first that fails has
noticed it. A mutant that nothing notices is a failure, as is one whose text is no longer there.
Given names (or parts of them), only these.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GENERAL = ["unit", "runtime", "oracle", "c-oracle:"]
SECONDS = 240


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
        try:
            done = subprocess.run(command, cwd=self.at, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  errors="replace", timeout=SECONDS, env=dict(os.environ, **environment))
        except subprocess.TimeoutExpired:
            return False, "it takes longer than %d seconds" % SECONDS
        return done.returncode == 0, done.stdout

    def make(self, *targets):
        return self.run(["make", "-j2", "--no-print-directory", *targets])

    def suite(self, name):
        kind, _, what = name.partition(":")
        if kind == "programs":
            found = [str(p) for d in ("test/programs", "examples") for p in sorted((self.at / d).rglob(what))]
            if not found:
                return False, "there is no program " + what
            return self.run(["python3", "test/programs/run.py", *found], RAVEL="build/ravel",
                            ALGORITHMS="naive sleep dpor source optimal unfold")
        if kind == "c-oracle":
            return self.run(["make", "--no-print-directory", "oracle-c", "SEED=77", "COUNT=80", "FEATURES=" + what],
                            SHRINK="0")
        if kind == "oracle":
            return self.make("check-oracle", "ORACLE_COUNT=400")
        return self.make("check-" + kind)

    def passes_as_it_is(self, name):
        if name not in self.passes:
            self.passes[name] = self.suite(name)
        return self.passes[name]


def try_mutant(tree, mutant, suites):
    """Who notices the mutant, or None; and an explanation where there is something wrong with it."""
    original = tree.original.get(mutant.file, b"")
    try:
        text = mutated(mutant, original.decode())
    except ValueError as error:
        return None, str(error)
    tree.put(mutant.file, text.encode())
    try:
        built, output = tree.make("all")
        if not built:
            return None, "it does not compile:\n" + output[-2000:]
        for name in suites:
            if not tree.suite(name)[0]:
                return name, ""
        return None, "nothing notices it"
    finally:
        tree.put(mutant.file, original)


def main():
    tree = Tree(sys.argv[1])
    mutants = [m for path in sorted(HERE.glob("*.txt")) for m in read_mutants(path)]
    wanted = sys.argv[2:]
    if wanted:
        mutants = [m for m in mutants if any(w in m.name for w in wanted)]
    print("%d mutants" % len(mutants))
    built, output = tree.make("all")
    if not built:
        print(output)
        return 1
    used = list(dict.fromkeys(name for m in mutants for name in m.by))
    for name in used:
        passes, output = tree.passes_as_it_is(name)
        if not passes:
            print("%s fails without any mutant:\n%s" % (name, output[-3000:]))
            return 1
    failed = 0
    for mutant in mutants:
        since = time.time()
        rest = [name for name in GENERAL if name not in mutant.by and tree.passes_as_it_is(name)[0]]
        noticed, wrong = try_mutant(tree, mutant, mutant.by + rest)
        failed += noticed is None
        print("%-70s %s (%.0f s)" % (mutant.name, "noticed by " + noticed if noticed else "NOT NOTICED: " + wrong,
                                     time.time() - since))
        sys.stdout.flush()
    print("%d passed, %d failed" % (len(mutants) - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
