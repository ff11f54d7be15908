#!/usr/bin/env python3
"""Documents that cannot go stale: doc/, README.md and CONTRIBUTING.md against the sources.

  check.py           checks; prints what is wrong and `N passed, M failed`
  check.py --write   makes the tables of paper lines anew from the comments in src/core

What is checked: the tables (between `<!-- lines of NAME -->` and `<!-- end -->`) are what the
comments say; every line of the papers' algorithms is claimed by a function, or listed under
`<!-- lines of NAME that no function does -->` with the reason; functions, source files and links
that are named exist; what is about algorithms and architecture has at most 100 characters a line,
but for tables.
"""
import re
import sys
from pathlib import Path

from paper_lines import PRINTED, Claims, lines_of, text_of

TABLE = re.compile(r"<!-- lines of ([^>]*?) -->\n(.*?)<!-- end -->", re.S)
NOT_DONE = " that no function does"
WIDTH = 100
WRAPPED = ("README.md", "algorithms.md", "architecture.md", "runtime.md", "glossary.md", "manual.md")

failures = []
passed = 0


def check(good, message):
    global passed
    if good:
        passed += 1
    else:
        failures.append(message)


def documents():
    return [Path("README.md"), Path("CONTRIBUTING.md"), Path("examples/README.md"), *sorted(Path("doc").rglob("*.md"))]


def rows_of(table):
    return [line for line in table.strip().split("\n") if line]


def write(claims):
    def made(match):
        name, old = match[1], match[2]
        new = old if name.endswith(NOT_DONE) else "\n".join(claims.table(name)) + "\n"
        return f"<!-- lines of {name} -->\n{new}<!-- end -->"

    for path in documents():
        path.write_text(TABLE.sub(made, path.read_text()))


def check_tables(claims):
    for wrong in claims.wrong:
        check(False, wrong)
    tables, not_done = {}, {name: [] for name in PRINTED}
    for path in documents():
        for name, table in TABLE.findall(path.read_text()):
            if name.endswith(NOT_DONE):
                for row in rows_of(table)[2:]:
                    not_done[name[: -len(NOT_DONE)]] += lines_of(row.split("|")[1].strip())
            else:
                tables[name] = rows_of(table)
    for name in PRINTED:
        check(
            tables.get(name) == claims.table(name),
            f"{name}: the table in doc/ is not what the comments in src/core say"
            " (test/documents/check.py --write)",
        )
        left = claims.unclaimed(name, not_done[name])
        check(not left, f"{name}: nobody claims the lines {text_of(left)}")
        both = set(not_done[name]) & set(claims.by_line[name])
        check(not both, f"{name}: a function does the lines {text_of(both)}, doc/ says that none does")


def is_long(line):
    return len(line) > WIDTH and not line.startswith("|")


def names_in_sources():
    """Everything that is followed by a parenthesis, and the names of all files."""
    functions, files = set(), set()
    for directory in ("src", "include", "test", "bench", "examples"):
        for path in Path(directory).rglob("*"):
            if path.is_file():
                files.add(path.name)
            if path.suffix in (".c", ".h", ".S", ".py", ".cc"):
                functions |= set(re.findall(r"\b(\w+)\(", path.read_text(errors="replace")))
    return functions, files


def check_document(path, functions, files):
    text = path.read_text()
    for name in sorted(set(re.findall(r"`(\w+)\(\)`", text))):
        check(name in functions, f"{path}: there is no function {name}()")
    own = set(re.findall(r"^```\w+ (\S+)$", text, re.M))  # files that it shows
    for name in sorted(set(re.findall(r"`(?:[\w./*-]*/)?([a-z0-9_-]+\.(?:c|h|S|py|mk))`", text))):
        check(name in files | own, f"{path}: there is no file {name}")
    for link in re.findall(r"\]\(([\w./-]+\.\w+)(?:#[^)]*)?\)", text):
        check((path.parent / link).exists(), f"{path}: there is no {link} to link to")
    if path.parts[-2:-1] == ("algorithms",) or path.name in WRAPPED:
        long = [n for n, line in enumerate(text.split("\n"), 1) if is_long(line)]
        check(not long, f"{path}: longer than {WIDTH} characters: lines {text_of(long)}")


def main():
    claims = Claims("src/core")
    if "--write" in sys.argv:
        write(claims)
        return 0
    check(claims.n > 50, f"only {claims.n} citations found in src/core: are they read at all?")
    check_tables(claims)
    functions, files = names_in_sources()
    for path in documents():
        check_document(path, functions, files)
    for failure in failures:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
