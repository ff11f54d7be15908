#!/usr/bin/env python3
"""What the kernel tells blktrace of so many reads of a disk: each is issued, and completed half a millisecond later.

    blktrace_requests.py N
"""

import struct
import sys

MAGIC = 0x65617407  # with the version, 7
READ, ISSUE, COMPLETE = 1 << 16, 7 | 1 << 22, 8 | 1 << 23
DEVICE = 8 << 20 | 16


def record(number, nanoseconds, sector, action):
    size, process, cpu, error, more = 4096, 1, 0, 0, 0
    return struct.pack("<IIQQIIIIIHH", MAGIC, number, nanoseconds, sector, size, action | READ, process, DEVICE, cpu,
                       error, more)


for i in range(int(sys.argv[1])):
    sys.stdout.buffer.write(record(2 * i, 1000000 * i, 8 * i, ISSUE))
    sys.stdout.buffer.write(record(2 * i + 1, 1000000 * i + 500000, 8 * i, COMPLETE))
