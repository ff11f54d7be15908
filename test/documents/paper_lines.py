"""Which function is which line of which paper: what the comments in src/core say.

A comment cites lines in the form "Algorithm 2, line 6", "Algorithm 4, lines 9, 10 and 12" or
"Algorithm 2, lines 9 to 13". These are algorithms of the J. ACM paper; others are named:
"CAV's Algorithm 1, line 5", "ISSTA's figure 1, line 9". The lines belong to the function that the
comment stands before, or in whose body it is.
"""
import re
from pathlib import Path

# The first and the last line of each algorithm as it is printed.
PRINTED = {
    "Algorithm 1": (1, 12),
    "Algorithm 2": (1, 21),
    "Algorithm 3": (1, 19),
    "Algorithm 4": (1, 28),
    "Algorithm 5": (1, 21),
    "Algorithm 6": (1, 29),
    "ISSTA's figure 1": (1, 10),
    "ISSTA's Algorithm 1": (11, 42),
    "ISSTA's Algorithm 2": (43, 81),
    "CAV's Algorithm 1": (1, 25),
}

# Algorithms that are an earlier one with lines added: (first, last), the earlier one, its first.
# (The last two lines of Algorithms 4 and 6 are those of Algorithm 2 in the other order.)
REPEATED = {
    "Algorithm 3": [((1, 1), "Algorithm 1", 1), ((9, 19), "Algorithm 1", 2)],
    "Algorithm 4": [((1, 7), "Algorithm 2", 1), ((15, 28), "Algorithm 2", 8)],
    "Algorithm 5": [((1, 1), "Algorithm 1", 1), ((11, 21), "Algorithm 1", 2)],
    "Algorithm 6": [((1, 7), "Algorithm 2", 1), ((16, 29), "Algorithm 2", 8)],
}

LIST = r"\d+(?: to \d+)?(?:(?:, | and )\d+(?: to \d+)?)*"
CITATION = re.compile(r"\b((?:ISSTA's |CAV's )?(?:Algorithm|figure) \d+), lines? (" + LIST + ")")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DEFINED = re.compile(r"^[a-z_][^;={}()]*?\b(\w+)\([^;{}]*\)[^;{}]*\{", re.M)
NEXT = re.compile(r"\s*([^;{}()=#/]*?\b(\w+)\()?")


def lines_of(text):
    """The numbers that "9, 10 and 12 to 14" stands for."""
    numbers = []
    for part in re.split(r", | and ", text):
        first, _, last = part.partition(" to ")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def text_of(numbers):
    """The other way round, with "to" where there are more than two in a row."""
    runs = []
    for n in sorted(numbers):
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(
        str(a) if a == b else f"{a}, {b}" if b == a + 1 else f"{a} to {b}" for a, b in runs
    )


def function_at(source, comment):
    """The function that a comment is about; None if there is none."""
    line_begin = source.rfind("\n", 0, comment.start()) + 1
    if line_begin == comment.start():
        return NEXT.match(source, comment.end())[2]
    last = None
    for definition in DEFINED.finditer(source, 0, comment.start()):
        last = definition[1]
    return last


def defined_in(path, name):
    """The file that defines a function which is cited in `path`; None if there is none."""
    for body in (path.with_suffix(".c"), path):
        if body.exists() and any(m[1] == name for m in DEFINED.finditer(body.read_text())):
            return body.name
    return None


class Claims:
    """All citations below a directory; `wrong` says which are not as they should be."""

    def __init__(self, directory):
        self.by_line = {name: {} for name in PRINTED}  # algorithm -> line -> set of functions
        self.wrong = []
        self.n = 0
        for path in sorted(Path(directory).glob("*.[ch]")):
            self.read(path)

    def read(self, path):
        source = path.read_text()
        for comment in COMMENT.finditer(source):
            text = re.sub(r"\s*\n\s*\*?\s*", " ", comment[0])
            for algorithm, numbers in CITATION.findall(text):
                self.cite(path, function_at(source, comment), algorithm, lines_of(numbers))

    def cite(self, path, function, algorithm, numbers):
        where = f"{path.name}: {algorithm}, {text_of(numbers)}"
        self.n += 1
        if algorithm not in PRINTED:
            self.wrong.append(f"{where}: there is no such algorithm")
        elif function is None:
            self.wrong.append(f"{where}: the comment stands at no function")
        elif defined_in(path, function) is None:
            self.wrong.append(f"{where}: {function}() is not defined")
        else:
            first, last = PRINTED[algorithm]
            for n in numbers:
                if not first <= n <= last:
                    self.wrong.append(f"{where}: it has the lines {first} to {last}")
                claim = f"`{function}()` in `{defined_in(path, function)}`"
                self.by_line[algorithm].setdefault(n, set()).add(claim)

    def repeated(self, algorithm):
        return {
            n
            for (first, last), _, _ in REPEATED.get(algorithm, [])
            for n in range(first, last + 1)
        }

    def table(self, algorithm):
        """The rows of the table of an algorithm, in Markdown."""
        rows = []  # (lines, what is said of them)
        for (first, last), other, begin in REPEATED.get(algorithm, []):
            same = text_of(range(begin, begin + last - first + 1))
            rows.append((list(range(first, last + 1)), f"as {other}, {same}"))
        for n, functions in sorted(self.by_line[algorithm].items()):
            what = "; ".join(sorted(functions))
            if rows and rows[-1][1] == what and rows[-1][0][-1] == n - 1:
                rows[-1][0].append(n)
            else:
                rows.append(([n], what))
        rows.sort()
        return ["| line | function |", "|---|---|"] + [
            f"| {text_of(numbers)} | {what} |" for numbers, what in rows
        ]

    def unclaimed(self, algorithm, elsewhere):
        """The lines that no function claims and that the documents do not account for."""
        first, last = PRINTED[algorithm]
        known = self.repeated(algorithm) | set(self.by_line[algorithm]) | set(elsewhere)
        return [n for n in range(first, last + 1) if n not in known]
