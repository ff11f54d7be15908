#!/usr/bin/env python3
"""Takes out one rule at a time and sees whether the tests notice.

    mutants.py DIRECTORY [WORDS...]
    mutants.py --fit

The entries are in *.txt beside this file (core.txt says how they look). Each is made in a copy of the
sources in DIRECTORY, built there, and what the entry names is run, in that order, until something fails:

    unit:NAME, runtime:NAME          a unit test, core_NAME or runtime_NAME of test/unit
    oracle[:SEED,COUNT...]           random programs in memory: the arguments of the oracle
    teams:SEED,COUNT                 the same, explored in parts
    weak:SEED,COUNT,MODEL[,FLAVOUR]  the same for weak memory
    programs:FILE[@ALGORITHM]        a program of test/programs or examples; FOLDER/FILE, if there are several
    checked:FILE[@ALGORITHM]         the same with --reset=checked
    c-oracle:FEATURES                random C programs
    cli:PART                         a part of test/cli
    linearizable:SEED,COUNT          random objects whose histories are checked
    scenarios                        what is said of scenarios, and how many there are

What takes too long has noticed, too (PATIENCE=n in the environment: n times as long, where the machine
has other things to do). In the end, whatever has noticed a mutant must pass without one.
Given words, only entries whose names have them.

Results are kept in DIRECTORY/results: a run that was interrupted goes on, and a later run tries those
entries alone that were changed, whose file was changed, or that nothing had noticed. To try all, remove
DIRECTORY.

With --fit nothing is run: it says which entries no longer fit the sources.
"""

import hashlib
import json
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
TOO_LONG = "takes longer than %d seconds"
SECONDS = {"c-oracle": 150, "cli": 150, "linearizable": 150, "scenarios": 150, "make": 300}  # 60 for all others


class Mutant:
    def __init__(self, name):
        self.name, self.file, self.by = name, None, []
        self.old, self.new = [], []

    def applied_to(self, text):
        """The text of the file without the rule, or None if it does not fit."""
        old, new = "\n".join(self.old), "\n".join(self.new)
        places = [m.start() for m in re.finditer("^" + re.escape(old), text, re.MULTILINE)]
        if len(places) != 1:
            return None
        return text[:places[0]] + new + text[places[0] + len(old):]

    def key(self, original):
        """What a result that was kept is a result of."""
        entry = repr((self.name, self.old, self.new)).encode()
        return hashlib.sha256(entry + original[self.file]).hexdigest()


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


def fits(mutant):
    path = ROOT / mutant.file
    return path.is_file() and mutant.applied_to(path.read_text()) is not None


def seconds_of(suite):
    return SECONDS.get(suite.partition(":")[0], 60) * int(os.environ.get("PATIENCE", "1"))


class DoesNotCompile(Exception):
    pass


class Tree:
    """A copy of the sources with its own build."""

    def __init__(self, directory):
        self.at, self.made = pathlib.Path(directory).resolve(), set()
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        wanted = set(files.splitlines())
        self.original = {}
        for name in sorted(wanted):
            self.original[name] = (ROOT / name).read_bytes()
            self.put(name, self.original[name])
            shutil.copymode(ROOT / name, self.at / name)
        for top in ("src", "test", "include"):
            for path in (self.at / top).rglob("*"):
                if path.is_file() and str(path.relative_to(self.at)) not in wanted:
                    path.unlink()

    def put(self, name, content):
        path = self.at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            self.made = set()

    def run(self, kind, command, **environment):
        """Whether a command is content, and what it printed."""
        seconds = seconds_of(kind)
        process = subprocess.Popen(command, cwd=self.at, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", env=dict(os.environ, **environment), start_new_session=True)
        try:
            output = process.communicate(timeout=seconds)[0]
            return process.returncode == 0, output
        except subprocess.TimeoutExpired:
            return False, TOO_LONG % seconds
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()

    def make(self, target):
        if target in self.made:
            return
        made, output = self.run("make", ["make", "-j2", "--no-print-directory", "CFLAGS=-O1", "WARNINGS=", target])
        if not made:
            raise DoesNotCompile(output)
        self.made.add(target)

    def program(self, name):
        found = [*(self.at / "test/programs").rglob(name), *(self.at / "examples").glob(name)]
        if len(found) != 1:
            raise SystemExit("there %s: %s" % ("are several of that name" if found else "is no program", name))
        return found[0]

    def suite(self, name):
        """Whether a suite passes, and what it printed."""
        kind, _, what = name.partition(":")
        what, _, algorithm = what.partition("@")
        binary = {"unit": "build/test/unit/core_" + what, "runtime": "build/unit/runtime_" + what,
                  "oracle": "build/test/oracle/oracle", "weak": "build/test/oracle/weak",
                  "teams": "build/test/oracle/teams", "c-oracle": "build/test/c-oracle/c-oracle"}.get(kind)
        for target in [binary] * (binary is not None) + ["all"] * (kind in ("programs", "checked", "c-oracle", "cli", "linearizable", "scenarios")):
            self.make(target)
        if kind in ("programs", "checked"):
            return self.run(kind, ["python3", "test/programs/run.py", self.program(what)], RAVEL="build/ravel",
                            ALGORITHMS=algorithm or "optimal", RESET="checked" if kind == "checked" else "")
        if kind == "c-oracle":
            return self.run(kind, ["python3", "test/c-oracle/check.py", "build/ravel", binary, "77", "40", what], SHRINK="0")
        if kind in ("linearizable", "scenarios"):
            script = {"linearizable": "oracle", "scenarios": "report"}[kind]
            return self.run(kind, ["python3", "test/linearizable/%s.py" % script, "build/ravel", "build/test/linearizable",
                                   *what.split(",")[:2 * (kind == "linearizable")]])
        if kind == "cli":
            return self.run(kind, ["sh", "test/cli/run.sh"], RAVEL="build/ravel", BUILD="build", PARTS="input " + what)
        return self.run(kind, [binary] + ((what or "1,150").split(",") if kind in ("oracle", "teams", "weak") else []))


def try_mutant(tree, mutant):
    """What notices the mutant, or None; and a remark."""
    original = tree.original[mutant.file]
    tree.put(mutant.file, mutant.applied_to(original.decode()).encode())
    try:
        for name in mutant.by:
            passes, output = tree.suite(name)
            if not passes:
                return name, ", which " + output if output == TOO_LONG % seconds_of(name) else ""
        return None, ""
    except DoesNotCompile as error:
        return None, ": it does not compile:\n" + str(error)[-2000:]
    finally:
        tree.put(mutant.file, original)


class Results:
    """What is known from earlier runs: who has noticed a mutant, and which suites pass without any."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.known = {line["key"]: line.get("by") for line in map(json.loads, lines)}

    def keep(self, key, **what):
        self.known[key] = what.get("by")
        with self.path.open("a") as file:
            file.write(json.dumps(dict(what, key=key)) + "\n")


def suite_key(tree, name):
    """What it depends on whether a suite passes."""
    digest = hashlib.sha256(name.encode())
    program = name.startswith(("programs:", "checked:")) and tree.program(name.partition(":")[2].partition("@")[0])
    for file, content in tree.original.items():
        if file.startswith("src/") or tree.at / file == program:
            digest.update(content)
    return digest.hexdigest()


def suites_that_fail(tree, results, names):
    """Those that do so without any mutant: they can't notice one."""
    failing = set()
    for name in sorted(names):
        key = suite_key(tree, name)
        if key in results.known:
            continue
        passes, output = tree.suite(name)
        if passes:
            results.keep(key, suite=name)
        else:
            failing.add(name)
            print("%s fails without any mutant:\n%s" % (name, output[-2000:]), flush=True)
    return failing


def main():
    mutants = [m for path in sorted(HERE.glob("*.txt")) for m in read_mutants(path)]
    stale = [m for m in mutants if not fits(m)]
    for mutant in stale:
        print("FAIL its lines are not in %s, or not only once: %s" % (mutant.file, mutant.name))
    if sys.argv[1:] == ["--fit"]:
        print("%d passed, %d failed" % (len(mutants) - len(stale), len(stale)))
        return len(stale) > 0
    wanted = sys.argv[2:]
    mutants = [m for m in mutants if m not in stale and (not wanted or any(w in m.name for w in wanted))]
    tree = Tree(sys.argv[1])
    results = Results(tree.at / "results")
    noticed = {m: results.known.get(m.key(tree.original)) for m in mutants}
    todo = [m for m in mutants if wanted or not noticed[m]]
    print("%d mutants, %d of them known to be noticed" % (len(mutants), len(mutants) - len(todo)), flush=True)
    for mutant in todo:
        since = time.time()
        by, remark = try_mutant(tree, mutant)
        noticed[mutant] = by
        seconds = round(time.time() - since)
        if by:
            results.keep(mutant.key(tree.original), mutant=mutant.name, by=by, seconds=seconds)
        print("%s: %s%s (%d s)" % (mutant.name, "noticed by " + by if by else "UNNOTICED", remark, seconds), flush=True)
    failing = suites_that_fail(tree, results, {by for by in noticed.values() if by})
    unnoticed = [m for m in mutants if not noticed[m] or noticed[m] in failing]
    print("%d noticed, %d unnoticed" % (len(mutants) - len(unnoticed), len(unnoticed) + len(stale)))
    return len(unnoticed) + len(stale) > 0


if __name__ == "__main__":
    sys.exit(main())
