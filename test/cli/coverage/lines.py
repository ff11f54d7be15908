#!/usr/bin/env python3
"""Compares what gcov tells of a program with the numbers that its lines say: /* lines: N */.

    lines.py SOURCE GCOV-OUTPUT [reached]

`reached`: only whether a line was reached at all.
"""

import re
import sys

source, output = sys.argv[1], sys.argv[2]
reached = sys.argv[3:] == ["reached"]
wanted = {}
for number, line in enumerate(open(source), 1):
    found = re.search(r"/\* lines: (\d+)", line)
    if found:
        wanted[number] = int(found.group(1))
told = {}
for line in open(output):
    fields = line.split(":", 2)
    if len(fields) == 3 and fields[1].strip().isdigit() and int(fields[1]) in wanted:
        count = fields[0].strip().rstrip("*")
        told.setdefault(int(fields[1]), 0 if count == "#####" else int(count) if count.isdigit() else count)
wrong = [f"line {n}: {told.get(n)} where {wanted[n]} is expected" for n in wanted
         if (bool(told.get(n)) != bool(wanted[n]) or n not in told if reached else told.get(n) != wanted[n])]
print("; ".join(wrong) or "as it should be")
sys.exit(bool(wrong))
