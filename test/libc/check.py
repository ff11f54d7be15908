#!/usr/bin/env python3
"""What Ravel knows of the functions that the C library exports: those with a row in one of the tables
src/runtime/libc_table_*.c, and those that the runtime stands in for. All others are named by the verdict
when a program calls them (test/programs/state/libc_unknown.c). Which these are is in named.txt: a function
must not lose its row, or be in two tables, without a word. A name that begins with `_` is nobody's business
but the compiler's and libc's.

  check.py RUNTIME [--write]      RUNTIME: build/libravel.so; --write makes the list anew
"""

import pathlib
import platform
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIST = HERE / "named.txt"
LIBC = "2.36"  # which the list is for: another one has more functions, or fewer


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exported(path):
    """The functions of a library; those without a default version are for old programs alone."""
    names = set()
    for line in output("nm", "-D", "--defined-only", path).splitlines():
        fields = line.split()
        if fields[-2] in "TWi" and ("@@" in fields[-1] or "@" not in fields[-1]):
            names.add(fields[-1].split("@")[0])
    return names


def rows():
    """The names in the tables, in order; macros put some of them together."""
    names = []
    for path in sorted(ROOT.glob("src/runtime/libc_table_*.c")):
        text = output("gcc", "-E", "-P", "-I", str(ROOT / "src"), "-I", str(ROOT / "include"), str(path))
        for found in re.finditer(r'\.name\s*=\s*\(?\s*((?:"[^"]*"\s*)+)', text):
            names.append("".join(re.findall(r'"([^"]*)"', found.group(1))))
    return names


def find_libc():
    for line in output("ldd", sys.argv[1]).splitlines():
        if "libc.so" in line:
            return line.split()[2]
    sys.exit("check.py: no libc.so")


def main():
    known = rows()
    twice = sorted({name for name in known if known.count(name) > 1})
    functions = exported(find_libc())
    unknown = sorted(name for name in functions - set(known) - exported(sys.argv[1]) if not name.startswith("_"))
    if sys.argv[2:] == ["--write"]:
        LIST.write_text("".join(name + "\n" for name in unknown))
        return
    listed = LIST.read_text().split()
    failures = [f"{name} is in two tables" for name in twice]
    if platform.libc_ver()[1] == LIBC:
        failures += [f"{name} has no row and is not in {LIST.name}" for name in unknown if name not in listed]
        failures += [f"{name} is in {LIST.name} and is known" for name in listed if name not in unknown]
    for failure in failures:
        print("FAIL", failure)
    print(f"libc: {len(functions)} functions, {len(unknown)} to be named when they are called")
    print(f"{len(known) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


main()
