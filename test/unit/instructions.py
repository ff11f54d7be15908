#!/usr/bin/env python3
"""Compares our decoder of machine code with objdump's, on the libraries that are there anyway."""

import re
import subprocess
import sys

ATOMIC = re.compile(r"\block\b|\bxchg[bwlq]? .*\(|\bxchg[bwlq]? .*,0x[0-9a-f]+$")
FENCE = re.compile(r"lock (?:or|add|and|sub|xor)[bwlq] +\$0x0,(?:0x[0-9a-f]+|-0x[0-9a-f]+)?\(%rsp\)")

MEMORY = re.compile(r"(?:%[fg]s:)?(?:-?0x[0-9a-f]+)?\((?:%(\w+))?(?:,%\w+,\d)?\)|%[fg]s:(?:-?0x[0-9a-f]+)")
MOVES = re.compile(r"v?mov(?!s[bwlq]? |zb|zw|sb|sw|sl|msk|d |q |nt|be)\w* ")
BASES = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15 - - rip".split()
THREAD = 19


def base_read(text):
    """The base of what an instruction reads in memory, -1 if it reads nothing; None: not sure."""
    operand = MEMORY.search(text)
    if not operand:
        return None
    if text.startswith(("lea", "nop", "data16", "cs nop", "prefetch", "set")):
        return -1
    if MOVES.match(text):
        if text.split("#")[0].rstrip().endswith(operand.group(0)):
            return -1
    elif not text.startswith(("cmp", "add", "sub", "and", "or ", "test", "imul", "movz", "movs")):
        return None
    if operand.group(0).startswith("%"):
        return THREAD if re.fullmatch(r"%[fg]s:0x[0-9a-f]{1,8}", operand.group(0)) else None
    return BASES.index(operand.group(1)) if operand.group(1) in BASES else None


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
    wrong = compared = atomics = reads = 0
    for path in paths:
        theirs = objdump(path)
        ours = subprocess.run([tool, path], stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in ours.splitlines():
            address, length, flag, base = line.split()
            expected, text = theirs.get(int(address, 16), (None, ""))
            if expected is None or "(bad)" in text:
                continue
            atomic = bool(ATOMIC.search(text)) and not FENCE.search(text)
            compared += 1
            atomics += atomic
            read = base_read(text)
            reads += read is not None and read >= 0
            if int(length) != expected or (flag == "1") != atomic or read not in (None, int(base)):
                wrong += 1
                if wrong < 10:
                    print(f"{path} {address}: length {length}, atomic {flag}, reads {base}, objdump: {expected} {text}")
    if compared < 10000 or atomics < 10 or reads < 10000:
        wrong += 1
        print(f"only {compared} instructions, {atomics} of them atomic, {reads} that read, were compared")
    print(f"{0 if wrong else 1} passed, {1 if wrong else 0} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
