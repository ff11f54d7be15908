#!/usr/bin/env python3
"""How many random programs lose traces by ISSTA's redefined v, with future initials, and observers.

    share.py FIRST_SEED COUNT

Programs of plain reads and writes of two variables, of three shapes. No don't-do sequences are used,
and v as in figure 1 says which traces there are. What the paper leaves open is decided in two ways:
races are handled in the order of E, and in the reverse order.
"""
import random
import sys

from literal import Program, WithoutDontDo, WithWholeV, read, traces, write


class FromTheLast(WithoutDontDo):
    def races(self, E):
        return reversed(list(super().races(E)))


# How many threads, and how many accesses each of them makes.
SHAPES = [((4, 4), (1, 2)), ((3, 4), (1, 3)), ((4, 4), (2, 2))]
LONGEST = 10  # accesses in all


def made_up(rng, threads, accesses):
    def access():
        variable = rng.choice("xy")
        return write(1 + rng.randrange(2), variable) if rng.randrange(2) else read(variable=variable)

    return [[access() for _ in range(rng.randint(*accesses))] for _ in range(rng.randint(*threads))]


def explored(program, version):
    explorer = version(program, 2)
    explorer.explore()
    return traces(program, explorer.complete)


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for threads, accesses in SHAPES:
        judged, lost = 0, [0, 0]
        for seed in range(first, first + count):
            processes = made_up(random.Random(seed), threads, accesses)
            if sum(map(len, processes)) > LONGEST:
                continue
            program = Program(*processes, observers=True)
            possible = explored(program, WithWholeV)
            judged += 1
            for i, version in enumerate((WithoutDontDo, FromTheLast)):
                lost[i] += explored(program, version) != possible
        print(f"{threads[0]} to {threads[1]} threads, {accesses[0]} to {accesses[1]} accesses each: "
              f"{lost[0]} of {judged} programs lose traces, {lost[1]} from the last race on", flush=True)


if __name__ == "__main__":
    main()
