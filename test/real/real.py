#!/usr/bin/env python3
"""Programs of others, unmodified: fetches Debian's sources, builds them with `ravel cc`, checks them.

    real.py RAVEL DIRECTORY [NAME ...]

DIRECTORY keeps what was fetched and built. For each program one line of a Markdown table is printed,
as doc/real-programs.md has them; what a verdict means is said there.
"""

import glob
import json
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

EV = ("-DEV_STANDALONE=1 -DEV_USE_EPOLL=1 -DEV_USE_POLL=1 -DEV_USE_SELECT=1 -DEV_USE_EVENTFD=1 "
      "-DEV_USE_MONOTONIC=1 -DEV_USE_CLOCK_SYSCALL=0 -DEV_USE_SIGNALFD=0 -w")
UV = ("src/fs-poll.c src/idna.c src/inet.c src/random.c src/strscpy.c src/strtok.c src/threadpool.c src/timer.c "
      "src/uv-common.c src/uv-data-getter-setters.c src/version.c " +
      " ".join(f"src/unix/{name}.c" for name in (
          "async core dl epoll fs getaddrinfo getnameinfo linux-core linux-inotify linux-syscalls loop "
          "loop-watcher pipe poll process procfs-exepath proctitle random-devurandom random-getrandom "
          "random-sysctl-linux signal stream tcp thread tty udp").split()))


class Program:
    def __init__(self, name, package, build, check, workload):
        self.name, self.package, self.build, self.check, self.workload = name, package, build, check, workload


def libev(backend):
    return Program(f"libev, {backend}", "libev",
                   f"RAVEL cc -O1 -g -I. {EV} -DBACKEND=EVBACKEND_{backend.upper()} HERE/libev_async.c "
                   f"-o {backend} -lm -pthread",
                   f"--volatile=atomic ./{backend}", "a worker wakes the loop up")


PROGRAMS = [
    libev("epoll"),
    libev("poll"),
    libev("select"),
    Program("libuv", "libuv1",
            f"RAVEL cc -O1 -g -w -D_GNU_SOURCE -Iinclude -Isrc -pthread {UV} HERE/libuv_async.c -o async -ldl",
            "./async", "a worker wakes the loop up"),
    Program("pbzip2", "pbzip2",
            "head -c 190000 /dev/zero >small && RAVEL c++ -O1 -g -w -D_LARGEFILE64_SOURCE "
            "-D_FILE_OFFSET_BITS=64 -pthread pbzip2.cpp BZ2StreamScanner.cpp ErrorContext.cpp -o pbzip2 -lbz2",
            "--preemption-bound=0 ./pbzip2 -- -p2 -b1 -k -f small",
            "compresses 190,000 bytes, two blocks, with two threads, without preemptions"),
]


def apt(directory):
    """apt-get with the sources of the packages that the machine has, in lists of its own."""
    lists = directory / "apt"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    text = ""
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        text += pathlib.Path(path).read_text().replace("Types: deb\n", "Types: deb-src\n") + "\n"
    (directory / "ravel.sources").write_text(text)  # apt clears its lists
    command = ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={directory}/ravel.sources",
               "-o", "Dir::Etc::sourceparts=-", "-o", f"Dir::State::lists={lists}"]
    if not glob.glob(f"{lists}/*Sources*"):
        subprocess.run([*command, "update"], check=True)
    return command


def fetch(package, directory):
    """The directory of its source."""
    if not any(path.is_dir() for path in directory.glob(f"{package}-*")):
        command = [*apt(directory), "source", "--download-only", package]
        subprocess.run(command, cwd=directory, check=True, stderr=subprocess.DEVNULL)
        archive = next(directory.glob(f"{package}_*.orig.tar.*"))
        subprocess.run(["tar", "xf", archive.name], cwd=directory, check=True)
    return next(path for path in directory.glob(f"{package}-*") if path.is_dir())


def run(program, ravel, directory):
    source = fetch(program.package, directory)
    build = program.build.replace("RAVEL", ravel).replace("HERE", str(HERE))
    subprocess.run(build, shell=True, cwd=source, check=True)
    result = source / "result.json"
    command = [ravel, "check", "--quiet", "--max-seconds=300", f"--json={result}",
               *shlex.split(program.check)]
    subprocess.run(command, cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = json.loads(result.read_text())
    errors = ", ".join(error["kind"] for error in found["errors"])
    version = source.name.rsplit("-", 1)[1]
    print(f"| {program.name} {version} | {program.workload} | `{program.check}` | {found['verdict']}"
          f"{': ' + errors if errors else ''} | {found['executions']:,} | {found['seconds']:.1f} |", flush=True)


def main():
    ravel, directory = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    print("| program | workload | options | verdict | executions | seconds |\n|---|---|---|---|---|---|")
    for program in PROGRAMS:
        if len(sys.argv) == 3 or program.package in sys.argv[3:]:
            run(program, ravel, directory)


if __name__ == "__main__":
    main()
