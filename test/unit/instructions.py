#!/usr/bin/env python3
"""Compares our decoder of machine code with objdump's, on the libraries that are there anyway."""

import re
import subprocess
import sys

ATOMIC = re.compile(r"\block\b|\bxchg[bwlq]? .*\(|\bxchg[bwlq]? .*,0x[0-9a-f]+$")
FENCE = re.compile(r"lock (?:or|add|and|sub|xor)[bwlq] +\$0x0,(?:0x[0-9a-f]+|-0x[0-9a-f]+)?\(%rsp\)")


def objdump(path):
    """What begins at each address, and how long it is."""
    text = subprocess.run(["objdump", "-d", "-w", path], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    found = {}
    for line in text.splitlines():
        parts = line.split("\t")
        if len(parts) >= 3 and parts[0].strip().endswith(":"):
            found[int(parts[0].strip()[:-1], 16)] = (len(parts[1].split()), parts[2].strip())
    return found


def main():
    tool, paths = sys.argv[1], sys.argv[2:]
    wrong = compared = atomics = 0
    for path in paths:
        theirs = objdump(path)
        ours = subprocess.run([tool, path], stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in ours.splitlines():
            address, length, *flag = line.split()
            expected, text = theirs.get(int(address, 16), (None, ""))
            if expected is None or "(bad)" in text:
                continue
            atomic = bool(ATOMIC.search(text)) and not FENCE.search(text)
            compared += 1
            atomics += atomic
            if int(length) != expected or bool(flag) != atomic:
                wrong += 1
                if wrong < 10:
                    print(f"{path} {address}: length {length} {flag}, objdump: {expected} {text}")
    if compared < 10000 or atomics < 10:
        wrong += 1
        print(f"only {compared} instructions, {atomics} of them atomic, were compared")
    print(f"{0 if wrong else 1} passed, {1 if wrong else 0} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
