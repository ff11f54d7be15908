#!/usr/bin/env python3
"""One paper's tables and figures, from our runs on this machine, with the paper's figures beside them.

usage: paper.py PAPER DIRECTORY
Writes DIRECTORY/paper-PAPER.md and .html. PAPER is 000 to 004.
Environment: RAVEL, the command; SECONDS, the limit for each run.
"""

import os
import pathlib
import sys
import tempfile
from html import escape

import tables
from measure import build, check
from plot import Chart, Style

SECONDS = int(os.environ.get("SECONDS", "20"))

# The ten configurations of POPL 2005, section 5, with the marks of its figure 8: squares for no
# reduction, circles for static and triangles for dynamic reduction, hollow ones with sleep sets,
# dotted lines for a stateful search.
TEN = {"naive": Style("square", False, False),
       "naive --stateful": Style("square", False, True),
       "sleep": Style("square", True, False),
       "sleep --stateful": Style("square", True, True),
       "static --no-sleep-sets": Style("circle", False, False),
       "static --no-sleep-sets --stateful": Style("circle", False, True),
       "static": Style("circle", True, False),
       "static --stateful": Style("circle", True, True),
       "dpor --no-sleep-sets": Style("triangle", False, False),
       "dpor": Style("triangle", True, False)}
# What it left open: dynamic reduction with a stateful search.
MORE = {"dpor --no-sleep-sets --stateful": Style("triangle", False, True),
        "dpor --stateful": Style("triangle", True, True)}
MARKS = ("The paper draws transitions, ours are events that were executed. As in the paper: squares "
         "for no reduction, circles for static, triangles for dynamic reduction; hollow with sleep "
         "sets; dotted lines for a stateful search, which it did not have for dynamic reduction.")
REDUCTIONS = ["dpor", "source", "optimal"]
OPTIONS = ["optimal", tables.OBSERVERS, "source --context-sensitive", tables.CONTEXT, tables.BOTH]
OTHERS = ["optimal", "optimal --sample=random --samples=1000", "optimal --sample=pct --samples=1000",
          *(f"optimal --preemption-bound={bound}" for bound in range(3))]
UNFOLDINGS = ["unfold --k=1", "unfold --k=2", "unfold --k=3", "unfold", "optimal"]


class Section:
    """Programs of one table or figure, run with the same algorithms. `figure`: what is drawn."""

    def __init__(self, title, text, rows, algorithms, figure="explorations"):
        self.title, self.text, self.rows = title, text, rows
        self.algorithms, self.figure = algorithms, figure

    def explanations(self, lines):
        """Of each program with a line that differs by more than a factor of two."""
        return [(program, WHY[program]) for program in
                dict.fromkeys(line.row.program for line in lines if line.differs())]


def rows_of(table, *programs):
    return [row for row in table if row.program in programs]


def sizes(program, name, values):
    """A program at sizes whose number of traces is in no table."""
    return [tables.Row(program, {name: value}, None) for value in values]


SOURCE_SETS, CONTEXT, UNFOLDING = tables.SOURCE_SETS, tables.CONTEXT_SENSITIVE, tables.QUASI_OPTIMAL

# Of each program, why our figures are not the paper's, where they differ much.
WHY = {
    "control_flow": "What source begins in vain depends on the order of threads and on which initial "
    "of v is added, which the paper leaves open. Ours adds one that does not sleep, if there is one. "
    "With N = 5 it begins 67 to 98 in eight orders, always fewer than the paper's.",
    "indexer": "The paper's dpor is that of another tool. Where several threads could be added to a "
    "backtrack set, POPL leaves it open which; ours begins nothing in vain in eight orders of threads.",
    "filesystem": "As for indexer.",
    "readers": "As for indexer, but what is begun in vain depends on the order of threads: with N = 8 "
    "there are 503 to 1,597 in all in eight orders.",
    "floating_read": "With both options ours has one execution for each value that can be read, as what "
    "is read is all that counts (doc/algorithms/both.md), which goes beyond the paper's algorithm. "
    "With context alone the paper's 17 can't be this program: no two of its steps reach the same state "
    "in both orders (doc/algorithms/context.md).",
    "pool": "Which events of D a partial alternative is made for is left open. Ours takes those that "
    "joined last, and begins less than a twentieth of what the paper's tool begins in vain "
    "(doc/algorithms/unfold.md).",
    "absolute": "The paper's abs has two classes with observers at every size, so it can't be N "
    "stores that one thread reads after joining them, which is N. With context alone it has "
    "n! n^(n-1) executions: more than our program has traces.",
    "lamport": "Waiting is one step here (ravel_await), and loops in the paper's; so there are fewer "
    "traces, and none of them has two stores in a row that nobody reads.",
    "actor_fib": "The paper's Fib has 6, 90 and some 4,000 executions without context; two orders "
    "at each of the 2, 4 and 7 inner calls are 4, 16 and 128. Its tasks must depend on more than "
    "those of the same parent. With context it is 1 in both; states that are visited in vain are "
    "more here, as source sets take the place of wakeup trees.",
    "actor_quicksort": "As for Fib: two orders at each part that is split. States: as for Fib.",
    "actor_mergesort": "As for Fib: two orders at each part that is split. States: as for Fib.",
    "actor_database": "The paper's DBP has 2^n executions with observers, so its requests are not "
    "one read of a variable that n tasks store to, which has n 2^(n-1) + 1. With both options ours "
    "has an execution for each store that can be read, and one for none.",
    "actor_buffer": "Observers see nothing here: no task only stores, and all traces are left, n out "
    "of 2n, in the paper too. So ISSTA's Algorithm 2, line by line, explores what its Algorithm 1 does: "
    "11, 74 and 526 executions. If a task that reads and stores is taken for one that stores, it explores "
    "5, 18 and 66, as the paper has it but for one, and loses states: of two puts and two takes, that "
    "both puts come last (make check-issta, doc/algorithms/both.md). Ours does with both options what "
    "it does with context alone. Where puts only store and there are two producers (actor_slot), both "
    "options together have fewer executions than each alone. The last row of the paper, 8, must be 9: "
    "257 is 2^8 + 1.",
    "actor_mapreduce": "The paper's program has 440 lines and is not known.",
    "actor_network": "The paper's program has 490 lines and is not known. Ours has the same shape: "
    "both options together explore fewer than each alone.",
}

PAPERS = {
    "000": ("Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction (J. ACM 2017)", [
        Section("Table 1", "control_flow(n): source begins more than there are traces.",
                rows_of(SOURCE_SETS, "control_flow"), REDUCTIONS),
        Section("Table 2", "wakeup_stress(n): twice n! traces, and as many wakeup sequences.",
                rows_of(SOURCE_SETS, "wakeup_stress"), REDUCTIONS),
        Section("Table 3", "filesystem and indexer; filesystem_messages has processes for locks.",
                rows_of(SOURCE_SETS, "filesystem", "indexer", "filesystem_messages"),
                [*REDUCTIONS, tables.OBSERVERS]),
        Section("Table 4", "readers and lastzero. dpor depends on the order of the threads.",
                rows_of(SOURCE_SETS, "readers", "lastzero"), REDUCTIONS),
    ]),
    "001": ("Optimal Context-Sensitive Dynamic Partial Order Reduction with Observers (ISSTA 2019)", [
        Section("The running example", "Figure 2: two executions in full with context sensitivity.",
                rows_of(CONTEXT, "running_example"), OPTIONS),
        Section("Table 1, shared memory", "LW is last_write, FR floating_read; FR-a and the paper's "
                "LW assert instead of reading (ASSERT=1).",
                rows_of(CONTEXT, "last_write", "floating_read"), OPTIONS),
        Section("Table 1, the other programs",
                "They are written from what is known of them: their sources, and those of the papers "
                "that table 1 cites, are not here. Its states are our events; its executions do not "
                "count what is pruned, and neither does our column of traces.",
                tables.ACTORS, [tables.CONTEXT_ALONE, tables.OBSERVERS, tables.BOTH]),
    ]),
    "002": ("Dynamic Partial-Order Reduction for Model Checking Software (POPL 2005)", [
        Section("Figure 6", f"Indexer. {MARKS} Static reduction is no help: every thread may use "
                "every slot of the table, as far as source places tell.",
                sizes("indexer", "N", range(1, 16)), [*TEN, *MORE], "events"),
        Section("Figure 8", f"File System. {MARKS} Static reduction helps: who holds a lock goes on "
                "alone. It knows more here than in the paper, namely that the lock of a block is "
                "always taken under the lock of the same inode. 58 events of each run are main's, "
                "which initialises the locks.",
                sizes("filesystem", "N", range(1, 27)), [*TEN, *MORE], "events"),
    ]),
    "003": ("Dynamic Partial-Order Reduction (lecture slides)", [
        Section("The worked example", "A thread writes x, two others read it behind a variable of "
                "their own: readers(2), with four traces. Without sleep sets, and with no "
                "reduction, some are explored again and again.",
                sizes("readers", "N", [2]),
                ["naive", "dpor --no-sleep-sets", "dpor", "source", "optimal"]),
    ]),
    "004": ("Quasi-Optimal Partial Order Reduction (CAV 2018)", [
        Section("Figures 1 and 2", "master is the program of figure 1, entangled_locks of figure 2.",
                rows_of(UNFOLDING, "master", "entangled_locks"), [*UNFOLDINGS, "source"]),
        Section("Table 1", "The paper's figures are those of its own tool, DPU.",
                rows_of(UNFOLDING, "dispatcher", "mpat", "producers_consumers", "pi", "pool"),
                UNFOLDINGS),
        Section("Tables 2 and 3",
                "Programs of Debian, which make real REAL='mafft blktrace' fetches, builds and runs. Of the rows "
                "without a bug of the authors' own, DND(4, 2), dndpre with 4 threads and 2 sequences, "
                "has 96 executions and DND(6, 2) has 4,320, in the paper and with optimal. "
                "doc/real-programs.md has these, addsingle, blkiomon, in which a data race is found, and "
                "why the other rows can't be compared.", [], []),
        Section("Other ways to search",
                "Table 2 compares DPU with random scheduling. Here, on the programs of table 1: how "
                "many different traces 1,000 schedules come to, drawn at random or by PCT, and how "
                "many there are within a bound of preemptions.",
                rows_of(UNFOLDING, "dispatcher", "mpat", "pi", "pool"), OTHERS),
    ]),
}

HEADS = ["program", "size", "algorithm", "traces", "blocked", "in all", "the paper", "pruned",
         "events", "CPU s", "MiB"]


class Line:
    """One run, as a row of the table."""

    def __init__(self, row, algorithm, run):
        self.row, self.algorithm, self.run = row, algorithm, run
        self.all = run.traces + run.blocked
        self.paper = row.paper.get(algorithm)
        expected = None if row.traces is None else row.expected(algorithm)
        self.wrong = run.verdict == "pass" and expected is not None and run.traces != expected

    def differs(self):
        """By more than a factor of two, as far as both have come to an end."""
        if self.paper is None or not self.run.finished:
            return False
        if not isinstance(self.paper, tables.Printed):
            pairs = ((self.all, self.paper),)
        elif self.paper.more:
            return False
        else:
            pairs = ((self.run.traces, self.paper.executions), (self.run.events, self.paper.states))
        return any(max(pair) > 2 * max(1, min(pair)) for pair in pairs)

    def cells(self):
        run, more = self.run, "" if self.run.finished else ">"
        paper = "" if self.paper is None else as_printed(self.paper)
        return [self.row.program, self.row.size(), self.algorithm, f"{more}{run.traces:,}",
                f"{more}{run.blocked:,}", f"{more}{self.all:,}", paper, f"{more}{run.pruned:,}",
                f"{more}{run.events:,}", f"{run.cpu_seconds:.2f}", f"{run.peak_mib:.0f}"]


def as_printed(paper):
    """Executions; or executions, states and seconds."""
    if not isinstance(paper, tables.Printed):
        return f"{paper:,}"
    more = ">" if paper.more else ""
    return f"{more}{paper.executions:,}; {more}{paper.states:,} states; {paper.seconds} s"


def run_section(section, directory):
    """An algorithm that has not finished is left out for larger sizes of the same program."""
    given_up = set()
    for row in section.rows:
        for algorithm in section.algorithms:
            known = row.traces is None or row.expected(algorithm) is not None
            fewer = "--" in algorithm and "unfold" not in algorithm
            kind = (row.program, *list(row.defines.items())[1:], algorithm)
            if kind in given_up or not (known or fewer):
                continue
            run = check(build(row.program, row.defines, directory), algorithm, SECONDS, directory)
            if not run.finished:
                given_up.add(kind)
            line = Line(row, algorithm, run)
            print("  ".join(line.cells()), "WRONG" if line.wrong else "", flush=True)
            yield line


def charts(section, lines):
    """One for each program with more than one size, if only one number makes its size."""
    for program in dict.fromkeys(line.row.program for line in lines):
        own = [line for line in lines if line.row.program == program]
        for others in dict.fromkeys(tuple(line.row.defines.items())[1:] for line in own):
            some = [line for line in own if tuple(line.row.defines.items())[1:] == others]
            if len({line.row.size() for line in some}) < 2:
                continue
            name = next(iter(some[0].row.defines))
            drawn, marks = {}, []
            for algorithm in section.algorithms:
                ours = [line for line in some if line.algorithm == algorithm]
                drawn[algorithm] = [
                    (line.row.defines[name], line.run.events if section.figure == "events"
                     else line.all) for line in ours if line.run.finished]
                paper = [(line.row.defines[name], tables.printed_executions(line.paper)) for line in ours
                         if line.paper and not tables.printed_more(line.paper)]
                if paper:
                    marks.append(f"{algorithm}, paper")
                    drawn[marks[-1]] = paper
            with_others = "".join(f", {key}={value}" for key, value in others)
            if any(drawn.values()):
                yield (f"{program}{with_others}: {section.figure}",
                       Chart(name, section.figure, drawn, marks, {**TEN, **MORE}).svg())


def markdown(title, sections):
    parts = [f"# {title}\n", f"Made by `ravel`; at most {SECONDS} s for each run. A run that did "
             "not finish has `>` before its figures. *In all* are traces and blocked explorations; "
             "*the paper* is what the paper has for that. What a context check or a state that was "
             "reached before cuts short is *pruned*, and in no other column of executions.\n"]
    for section, lines in sections:
        parts += [f"## {section.title}\n", section.text + "\n"]
        if not lines:
            continue
        parts += ["| " + " | ".join(HEADS) + " |", "|" + "---|" * 3 + "---:|" * (len(HEADS) - 3)]
        parts += ["| " + " | ".join(line.cells()) + " |" for line in lines] + [""]
        parts += [f"- *{program}*: {why}" for program, why in section.explanations(lines)] + [""]
    return "\n".join(parts)


STYLE = """:root { color-scheme: light dark; --back: #fff; --ink: #1c2128; --line: #d5dae0; }
@media screen and (prefers-color-scheme: dark) {
  :root { --back: #14181d; --ink: #e4e8ec; --line: #333b44; } }
body { margin: 0 auto; max-width: 1200px; padding: 24px 16px; background: var(--back);
  color: var(--ink); font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
.charts { display: flex; flex-wrap: wrap; gap: 16px; } figure { margin: 0; flex: 1 1 480px; max-width: 720px; }
figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
svg text { font: 11.5px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg .grid { stroke: var(--line); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px;
  font-variant-numeric: tabular-nums; }
th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
@media print { body { max-width: none; font-size: 11px; } figure { break-inside: avoid; } }"""


def page(title, sections):
    parts = ['<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
             f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>\n</head>\n<body>",
             f"<h1>{escape(title)}</h1>",
             f"<p>At most {SECONDS} s for each run. A run that did not finish has &gt; before its "
             "figures. <em>In all</em> are traces and blocked explorations; <em>the paper</em> is "
             "what the paper has for that, drawn as crosses. What a context check or a state that was "
             "reached before cuts short is <em>pruned</em>, and in no other column of executions.</p>"]
    for section, lines in sections:
        parts += [f"<h2>{escape(section.title)}</h2>", f"<p>{escape(section.text)}</p>"]
        if not lines:
            continue
        parts += ['<div class="charts">']
        parts += [f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"
                  for caption, svg in charts(section, lines)]
        parts += ['</div>\n<div class="wide"><table>',
                  "<tr>" + "".join(f"<th>{head}</th>" for head in HEADS) + "</tr>"]
        parts += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line.cells()) + "</tr>"
                  for line in lines]
        parts += ["</table></div>"]
        parts += [f"<p><em>{program}</em>: {escape(why)}</p>"
                  for program, why in section.explanations(lines)]
    return "\n".join([*parts, "</body>\n</html>\n"])


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in PAPERS:
        raise SystemExit(f"usage: paper.py {'|'.join(PAPERS)} DIRECTORY")
    title, wanted = PAPERS[sys.argv[1]]
    out = pathlib.Path(sys.argv[2]) / f"paper-{sys.argv[1]}"
    out.parent.mkdir(parents=True, exist_ok=True)
    sections = []
    with tempfile.TemporaryDirectory(prefix="ravel-paper-") as directory:
        for section in wanted:
            print(f"{section.title}: {section.text}", flush=True)
            sections.append((section, list(run_section(section, directory))))
    out.with_suffix(".md").write_text(markdown(title, sections))
    out.with_suffix(".html").write_text(page(title, sections))
    print(f"{out}.md, {out}.html")
    return any(line.wrong for _, lines in sections for line in lines)


if __name__ == "__main__":
    sys.exit(main())
