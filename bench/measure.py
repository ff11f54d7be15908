"""Building a bench program with `ravel cc` and measuring one `ravel check` of it."""

import json
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))


class Measured:
    """What one check reported, and the CPU time of all its processes."""

    def __init__(self, result, algorithm, cpu_seconds):
        self.finished = result["verdict"] == "pass" or self.is_partial(result, algorithm)
        self.verdict = result["verdict"]
        self.traces = result["distinct"] if "--sample=" in algorithm else result["executions"]
        self.blocked = result["blocked"]
        self.pruned = result["pruned"]
        self.void = result["void"]
        self.events = result["events"]
        self.replayed = result["replayed"]
        self.peak_mib = result["peak_rss_kib"] / 1024
        self.cpu_seconds = cpu_seconds

    @staticmethod
    def is_partial(result, algorithm):
        """It has explored the part that it was asked for."""
        return (("--sample=" in algorithm or "--preemption-bound=" in algorithm)
                and result["verdict"] == "incomplete"
                and "--max-seconds" not in result.get("stopped_by", ""))


def build(program, defines, directory):
    """The instrumented binary of a program at one size."""
    size = "-".join(str(value) for value in defines.values())
    binary = pathlib.Path(directory) / f"{program}-{size}"
    if not binary.exists():
        flags = [f"-D{name}={value}" for name, value in defines.items()]
        source = HERE / f"{program}.c"
        subprocess.run([RAVEL, "cc", "-O2", "-g", *flags, "-o", binary, source], check=True)
    return binary


def check(binary, algorithm, seconds, directory):
    """One run. The algorithm may carry options of its own: "optimal --observers". No samples are drawn
    before the search, which is what is measured."""
    command = [RAVEL, "check", "--no-scout", "--json", "-", "--max-seconds", str(seconds),
               "--algorithm", *algorithm.split(), str(binary)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, cwd=directory)
    output = process.stdout.read()
    said = process.stderr.read().decode(errors="replace").strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    try:
        return Measured(json.loads(output), algorithm, usage.ru_utime + usage.ru_stime)
    except ValueError:
        raise SystemExit(f"{' '.join(command)}: exit status {process.returncode}\n{said}") from None


def instructions(binary, algorithm, directory):
    """Instructions that a run's processes execute, or None where valgrind is not installed."""
    if not shutil.which("valgrind"):
        return None
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
               "--trace-children=yes", RAVEL, "check", "--quiet", "--algorithm", *algorithm.split(),
               str(binary)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=directory,
                          stdin=subprocess.DEVNULL, check=False)
    counts = re.findall(r"Collected : (\d+)", done.stderr)
    return sum(map(int, counts)) if counts and done.returncode == 0 else None
