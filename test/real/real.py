#!/usr/bin/env python3
"""Programs of others, unmodified: fetches Debian's sources, builds them with `ravel cc`, checks them.

    real.py RAVEL DIRECTORY [NAME ...]

DIRECTORY keeps what was fetched and built. For each program one line of a Markdown table is printed,
as doc/real-programs.md has them; what a verdict means is said there. One that cannot be fetched or
built is named, and the others go on.
"""

import glob
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile

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
    """A package is Debian's source, or `deb:` what it installs. `also` are others, installed."""

    def __init__(self, name, package, build, check, workload, also=()):
        self.name, self.package, self.build, self.check, self.workload = name, package, build, check, workload
        self.also = also


def libev(backend):
    return Program(f"libev, {backend}", "libev",
                   f"RAVEL cc -O1 -g -I. {EV} -DBACKEND=EVBACKEND_{backend.upper()} HERE/libev_async.c "
                   f"-o {backend} -lm -pthread",
                   f"--volatile=atomic ./{backend}", "a worker wakes the loop up")


def libev_signal(backend):
    return Program(f"libev, {backend}, a signal", "libev",
                   f"RAVEL cc -O1 -g -I. {EV} -DBACKEND=EVBACKEND_{backend.upper()} HERE/libev_signal.c "
                   f"-o {backend}_signal -lm -pthread",
                   f"--volatile=atomic ./{backend}_signal", "a worker sends a signal to the process")


def boost(number, name, races):
    options = "" if races else "--races=interleave "
    return Program(f"boost::lockfree::{name}", "deb:libboost1.74-dev",
                   f"RAVEL c++ -O1 -g -w -std=c++20 -Iusr/include -DCONTAINER={number} "
                   f"HERE/boost_lockfree.cc -o container{number}",
                   f"{options}./container{number}", "all scenarios of 2 threads, 2 operations each")


def concurrentqueue(sequential):
    name = "consistent" if sequential else "linearizable"
    return Program(f"moodycamel::ConcurrentQueue, {'sequentially ' if sequential else ''}{name}?",
                   "deb:libconcurrentqueue-dev",
                   f"RAVEL c++ -O1 -g -w -std=c++20 -Iusr/include -DSEQUENTIAL={sequential} "
                   f"HERE/concurrentqueue.cc -o {name}",
                   f"./{name}", "all scenarios of 2 threads, 2 operations each")


# The headers of urcu have inline assembly for x86-64, which is explored as gcc compiles it.
URCU = "-Iusr/include/x86_64-linux-gnu"


def liburcu(stack):
    name = "lfstack" if stack else "wfcqueue"
    return Program(f"liburcu {name}", "deb:liburcu-dev",
                   f"RAVEL cc -O1 -g -w {URCU} -DSTACK={stack} HERE/liburcu.c -o {name}",
                   f"--volatile=atomic ./{name}", "all scenarios of 2 threads, 2 operations each")


# Of GLib the queue, its lists and the POSIX locks in place of futexes; the rest is the system's.
GLIB = ("-w -O1 -g -I. -Iglib -I$glib/include -D_GNU_SOURCE -DHAVE_PTHREAD_CONDATTR_SETCLOCK "
        "-DHAVE_CLOCK_GETTIME")


def glib(length):
    files = " ".join(f"glib/{name}.c" for name in ("gasyncqueue", "gqueue", "glist", "gthread-posix"))
    name = "async_queue" + ("_length" if length else "")
    return Program("GLib GAsyncQueue" + (" and its length" if length else ""), "glib2.0",
                   "glib=$(dirname $(find .. -name glibconfig.h | head -1))/..; touch glib/config.h; "
                   f"for f in {files}; do RAVEL cc {GLIB} '-DG_LOG_DOMAIN=\"GLib\"' -DGLIB_COMPILATION "
                   "-c $f -o ${f%.c}.o || exit 1; done; "
                   f"RAVEL cc {GLIB} -DLENGTH={length} HERE/glib_queue.c "
                   f"{files.replace('.c', '.o')} /usr/lib/x86_64-linux-gnu/libglib-2.0.so.0 -o {name}",
                   f"./{name}", "all scenarios of 2 threads, 2 operations each", ("libglib2.0-dev",))


# All of GLib, by its own build; meson and the library for regular expressions are Debian's, as they are.
MESON = "PYTHONPATH=$(echo ../meson-*/usr/lib/python3/dist-packages) python3 ../meson-*/usr/bin/meson"
GLIB_NEEDS = ("meson", "libpcre2-dev", "libffi-dev", "zlib1g-dev")
PKG_CONFIG = ("for d in $(echo ../libpcre2-dev-* ../libffi-dev-* ../zlib1g-dev-*); do d=$(cd $d && pwd)/usr; "
              "sed -i \"s|^prefix=.*|prefix=$d|\" $d/lib/x86_64-linux-gnu/pkgconfig/*.pc; "
              "export PKG_CONFIG_PATH=$d/lib/x86_64-linux-gnu/pkgconfig:$PKG_CONFIG_PATH; done; ")
GLIB_BUILD = (PKG_CONFIG + "rm -f glib/config.h; [ -f ravel/glib/libglib-2.0.a ] || "
              f"{{ CC=RAVEL-cc {MESON} setup ravel -Ddefault_library=static -Dtests=false -Dnls=disabled "
              "-Dlibmount=disabled -Dselinux=disabled -Dxattr=false -Dc_args=-w --wrap-mode=nodownload && "
              "ninja -C ravel glib/libglib-2.0.a; } >/dev/null 2>&1; ")


def whole_glib(name, source, check, workload, before=""):
    return Program(f"GLib {name}", "glib2.0",
                   f"{GLIB_BUILD}{before}RAVEL cc -O1 -g -w -Iravel/glib -Iglib -I. -Iravel {source} "
                   f"ravel/glib/libglib-2.0.a ../libpcre2-dev-*/usr/lib/x86_64-linux-gnu/libpcre2-8.a -lm -pthread "
                   f"-o {shlex.split(check)[1][2:]}", check, workload, GLIB_NEEDS)


def glib_once(kind):
    return whole_glib(f"{kind}, its own test", "glib/tests/once2.c",
                      f"--preemption-bound=1 ./once_test -- -p /{kind}/multi-threaded",
                      "two threads (of the test's 1,000), at most one preemption",
                      "sed 's/define THREADS 1000*/define THREADS 2/' glib/tests/once.c >glib/tests/once2.c; ")


TBB_BUILD = ("mkdir -p ravel; for f in src/tbb/*.cpp; do o=ravel/$(basename ${f%.cpp}).o; [ -f $o ] || "
             "RAVEL c++ -O1 -g -w -std=c++14 -Iinclude -D__TBB_BUILD -D__TBB_USE_ITT_NOTIFY=0 -mrtm -mwaitpkg "
             "-c $f -o $o || exit 1; done; ")


def onetbb(number, name, workload, options=""):
    return Program(f"oneTBB {name}", "onetbb",
                   f"{TBB_BUILD}RAVEL c++ -O1 -g -w -std=c++17 -Iinclude -DWORKLOAD={number} HERE/onetbb.cc "
                   f"ravel/*.o -o tbb{number} -pthread -ldl",
                   f"{options}./tbb{number}", workload)


SEQUENCES = ("MKVLATAGI", "MKVIASAGI", "MRVLATAGV", "MKTLASAGL")


MOSQUITTO = "-O1 -g -w -D_GNU_SOURCE -DWITH_THREADING '-DVERSION=\"2.0.11\"' -Iinclude -Ilib -I. -Ideps"


def mosquitto(options, workload):
    return Program("libmosquitto", "mosquitto",
                   f"RAVEL cc {MOSQUITTO} lib/*.c HERE/mosquitto_loop.c -o mosquitto_loop -pthread",
                   f"{options} ./mosquitto_loop", workload)


def mafft(program, threads, sequences, arguments, workload):
    text = "".join(f">s{i}\\n{sequence}\\n" for i, sequence in enumerate(SEQUENCES[:sequences]))
    return Program(f"mafft {program}", "mafft",
                   f"cd core && make -s CC='RAVEL cc' CFLAGS='-O1 -g -w' {program} && "
                   f"printf '{text}' >../sequences{sequences}",
                   f"core/{program} -- -C {threads} {arguments}",
                   f"{workload}: {sequences} sequences, {threads} threads")


def dndpre(threads, sequences):
    return mafft("dndpre", threads, sequences, f"-i sequences{sequences}", "distances")


def addsingle(threads, sequences, new, options=""):
    arguments = f"-i sequences{sequences} -K -I {new} -g -0.01 -W 6 -Q 100 -b 62 -f -1.53 -h 0.0 -A -X 0.1"
    program = mafft("addsingle", threads, sequences, arguments, f"{new} added")
    program.check = options + program.check
    return program


def pigz(options, arguments, workload):
    return Program("pigz", "pigz",
                   "make -s CC='RAVEL cc' CFLAGS='-O1 -g -w' pigz && head -c 1000 /dev/zero >tiny && "
                   "head -c 40000 /dev/zero >small && gzip -kf small",
                   f"{options}./pigz -- -p2 -b32 {arguments}", workload)


CONFIGURE = "[ -f Makefile ] || ./configure -q CC='RAVEL cc' CFLAGS='-O1 -g -w'"


def liburcu_flavour(number, name, options=""):
    return Program(f"liburcu {name}", "liburcu",
                   "{ [ -f configure ] || ./bootstrap; } >/dev/null 2>&1; "
                   f"{{ {CONFIGURE} --disable-shared && make -s -C src; }} >/dev/null 2>&1; "
                   f"RAVEL cc -O1 -g -w -D_LGPL_SOURCE -Iinclude -DFLAVOUR={number} HERE/liburcu_flavour.c "
                   f"src/.libs/liburcu-{name}.a src/.libs/liburcu-common.a -o rcu_{name} -pthread",
                   f"--volatile=atomic {options}./rcu_{name}", "a reader, and a writer that waits for a grace period")


PROGRAMS = [
    Program("libevent", "libevent",
            f"{{ {CONFIGURE} --disable-shared --disable-openssl --disable-samples --disable-libevent-regress && "
            "make -s libevent.la libevent_pthreads.la; } >/dev/null 2>&1; "
            "RAVEL cc -O1 -g -Iinclude HERE/libevent_async.c .libs/libevent_pthreads.a .libs/libevent.a -o async "
            "-lpthread",
            "./async", "a worker makes an event of the loop active"),
    Program("lbzip2", "lbzip2",
            "[ -f Makefile ] || ./configure -q CC='RAVEL cc' >/dev/null 2>&1; "  # its gnulib is older than libc
            "make -s CC='RAVEL cc' CFLAGS='-O1 -g -w -D_IO_ftrylockfile -D_IO_ERR_SEEN=32 -D_IO_IN_BACKUP=256' "
            ">/dev/null; head -c 2000 /dev/zero >small",
            "src/lbzip2 -- -n1 -1 -k -f -c small", "compresses 2,000 bytes with one worker"),
    Program("xz", "xz-utils",
            f"{{ {CONFIGURE} --disable-shared --disable-nls && make -s; }} >/dev/null 2>&1; "
            "head -c 9000 /dev/zero >small",
            "--preemption-bound=0 src/xz/xz -- -T2 --block-size=4KiB -0 -k -f small",
            "compresses 9,000 bytes, three blocks, with two threads, without preemptions"),
    pigz("", "-k -f tiny", "compresses 1,000 bytes with two threads"),
    pigz("--preemption-bound=0 ", "-k -f small",
         "compresses 40,000 bytes, two blocks, with two threads, without preemptions"),
    pigz("--preemption-bound=1 ", "-k -f -d small.gz", "decompresses 40,000 bytes, at most one preemption"),
    Program("zstd", "libzstd",
            "make -s -C programs zstd CC='RAVEL cc' CFLAGS='-O1 -g -w' HAVE_LZMA=0 HAVE_LZ4=0 HAVE_ZLIB=0 "
            "ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1 BACKTRACE=0 >/dev/null; head -c 20000 /dev/zero >small",
            "programs/zstd -- -q -T2 -1 -f -k small -o small.zst", "compresses 20,000 bytes, one job, with two threads"),
    Program("SQLite", "sqlite3",
            "[ -f sqlite3.c ] || { ./configure --disable-tcl && make sqlite3.c; } >/dev/null 2>&1; "
            "RAVEL cc -O1 -g -w -I. -DSQLITE_OMIT_LOAD_EXTENSION HERE/sqlite_two.c sqlite3.c -o two -pthread -lm",
            "--max-executions=300 ./two", "two connections insert into one database"),
    liburcu_flavour(1, "mb"),
    liburcu_flavour(2, "memb"),
    liburcu_flavour(3, "bp"),
    liburcu_flavour(4, "signal", "--preemption-bound=1 "),
    libev("epoll"),
    libev("poll"),
    libev("select"),
    libev_signal("epoll"),
    Program("libuv", "libuv1",
            f"RAVEL cc -O1 -g -w -D_GNU_SOURCE -Iinclude -Isrc -pthread {UV} HERE/libuv_async.c -o async -ldl",
            "./async", "a worker wakes the loop up"),
    Program("libuv, a signal", "libuv1",
            f"RAVEL cc -O1 -g -w -D_GNU_SOURCE -Iinclude -Isrc -pthread {UV} HERE/libuv_signal.c -o signal -ldl",
            "./signal", "a worker sends a signal to the process"),
    Program("pbzip2", "pbzip2",
            "head -c 190000 /dev/zero >small && RAVEL c++ -O1 -g -w -D_LARGEFILE64_SOURCE "
            "-D_FILE_OFFSET_BITS=64 -pthread pbzip2.cpp BZ2StreamScanner.cpp ErrorContext.cpp -o pbzip2 -lbz2",
            "--preemption-bound=0 ./pbzip2 -- -p2 -b1 -k -f small",
            "compresses 190,000 bytes, two blocks, with two threads, without preemptions"),
    *(boost(number, name, races) for races in (True, False) for number, name in enumerate((
        "queue, fixed size", "queue", "stack, fixed size", "stack", "spsc_queue")) if races or number < 4),
    onetbb(1, "concurrent_queue", "two threads push and pop"),
    onetbb(2, "spin_mutex", "two threads add to a counter"),
    onetbb(3, "queuing_mutex", "two threads add to a counter"),
    onetbb(4, "spin_rw_mutex", "two threads add to a counter"),
    onetbb(5, "concurrent_hash_map", "two threads insert one key, without preemptions", "--preemption-bound=0 "),
    onetbb(6, "parallel_for", "two iterations, two threads, at most one preemption",
           "--preemption-bound=1 --max-executions=60 "),
    onetbb(7, "task_group", "two tasks, two threads, at most one preemption",
           "--preemption-bound=1 --max-executions=60 "),
    whole_glib("main loop", "HERE/glib_loop.c", "--preemption-bound=1 ./loop",
               "a worker adds a source to the loop, at most one preemption"),
    whole_glib("threads, its own test", "glib/tests/thread.c",
               "--preemption-bound=1 ./thread_test -- -p /thread/thread3",
               "three threads that join each other, at most one preemption"),
    whole_glib("threads, its own test", "glib/tests/thread.c",
               "--preemption-bound=1 ./thread_test -- -p /thread/thread4",
               "one thread more than the limit of processes, at most one preemption"),
    whole_glib("queue, its own test", "glib/tests/asyncqueue2.c",
               "--preemption-bound=0 ./queue_test -- -p /asyncqueue/threads",
               "two threads take two values (of the test's ten and 1,000), without preemptions",
               "sed 's/i < 100;/i < 1;/; s/\\([ij]\\) < 10;/\\1 < 2;/; s/==, 1000)/==, 2)/' "
               "glib/tests/asyncqueue.c >glib/tests/asyncqueue2.c; "),
    glib_once("once"),
    glib_once("once-init"),
    Program("Redis ae", "redis",
            "RAVEL cc -O1 -g -w -D_GNU_SOURCE -Isrc src/ae.c src/zmalloc.c src/anet.c src/monotonic.c "
            "HERE/redis_ae.c -o ae -pthread",
            "./ae", "two workers wake the event loop up"),
    mosquitto("--timeouts=0 --preemption-bound=0",
              "main publishes while the loop runs in its thread, without preemptions and time-outs"),
    mosquitto("--preemption-bound=0", "the same with time-outs"),
    Program("blktrace blkiomon", "blktrace",
            "make -s CC='RAVEL cc' CFLAGS='-O1 -g -w' blkiomon && python3 HERE/blktrace_requests.py 1 >requests",
            "--stdin requests ./blkiomon -- -I 1 -h -",
            "statistics of one read of a disk, by a thread that prints them every second"),
    dndpre(2, 4),
    dndpre(4, 2),
    dndpre(4, 4),
    dndpre(6, 2),
    addsingle(2, 3, 1),
    addsingle(3, 3, 1),
    addsingle(2, 4, 2),
    addsingle(2, 4, 2, "--races=ignore "),
    mafft("pairlocalalign", 2, 3, "-i sequences3 -P -g 0 -f -2.0 -Q 100 -h 0.1 -L", "local alignments"),
    concurrentqueue(0),
    concurrentqueue(1),
    liburcu(0),
    liburcu(1),
    glib(0),
    glib(1),
]


def apt(directory, suite=None):
    """apt-get with the sources of the packages that the machine has, or of another suite, in lists of its own."""
    lists = directory / f"apt{suite or ''}"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    text = ""
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        text += pathlib.Path(path).read_text().replace("Types: deb\n", "Types: deb-src\n") + "\n"
    if suite:
        text = "\n\n".join(re.sub("Suites: .*", f"Suites: {suite}", part) for part in text.split("\n\n")
                           if "-security" not in part)
    sources = directory / f"ravel{suite or ''}.sources"
    sources.write_text(text)  # apt clears its lists
    command = ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={sources}",
               "-o", "Dir::Etc::sourceparts=-", "-o", f"Dir::State::lists={lists}"]
    if not glob.glob(f"{lists}/*Sources*"):
        subprocess.run([*command, "update"], check=True)
    return command


def fetch_installed(package, directory):
    """The directory of what the package installs."""
    if not any(path.is_dir() for path in directory.glob(f"{package}-*")):
        subprocess.run(["apt-get", "-qq", "download", package], cwd=directory, check=True,
                       stderr=subprocess.DEVNULL)
        archive = next(directory.glob(f"{package}_*.deb"))
        version = archive.name.split("_")[1].split("+")[0].split("-")[0]
        subprocess.run(["dpkg", "-x", archive.name, f"{package}-{version}"], cwd=directory, check=True)
    return next(path for path in directory.glob(f"{package}-*") if path.is_dir())


def fetch(package, directory):
    """The directory of its source, which has a name of its own."""
    if package.startswith("deb:"):
        return fetch_installed(package[4:], directory)
    pattern = f"{package}_*.orig.tar.*z*"
    for suite in None, "sid":  # where the machine's suite names what is not to be had
        if not any(directory.glob(pattern)):
            command = [*apt(directory, suite), "source", "--download-only", package]
            subprocess.run(command, cwd=directory, stderr=subprocess.DEVNULL)  # Debian's changes may be missing
    archive = min(directory.glob(pattern))
    with tarfile.open(archive) as tar:
        name = next(iter(tar)).name.split("/")[0]
    if not (directory / name).is_dir():
        subprocess.run(["tar", "xf", archive.name], cwd=directory, check=True)
    return directory / name


def run(program, ravel, directory):
    source = fetch(program.package, directory)
    for package in program.also:
        fetch_installed(package, directory)
    build = program.build.replace("RAVEL", ravel).replace("HERE", str(HERE))
    subprocess.run(build, shell=True, cwd=source, check=True)
    result = source / "result.json"
    command = [ravel, "check", "--quiet", "--max-seconds=3600", f"--json={result}",  # for one that hangs
               *shlex.split(program.check)]
    subprocess.run(command, cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = json.loads(result.read_text())
    errors = ", ".join(error["kind"] for error in found["errors"])
    version = re.search(r"-([0-9][^-]*)", source.name)[1]
    print(f"| {program.name} {version} | {program.workload} | `{program.check}` | {found['verdict']}"
          f"{': ' + errors if errors else ''} | {found['executions']:,} | {found['seconds']:.1f} |", flush=True)


KERNELS = 24  # of openmp.c


def openmp(ravel, directory):
    """Each kernel with its race and without: how many were judged right."""
    right = executions = 0
    seconds = 0.0
    for kernel in range(1, KERNELS + 1):
        for racy in (0, 1):
            result = directory / "openmp.json"
            subprocess.run([ravel, "cc", "-fopenmp", "-O1", "-g", f"-DKERNEL={kernel}", f"-DRACY={racy}",
                            HERE / "openmp.c", "-o", directory / "openmp"], check=True)
            subprocess.run([ravel, "check", "--quiet", f"--json={result}", directory / "openmp"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            found = json.loads(result.read_text())
            kinds = [error["kind"] for error in found["errors"]]
            good = kinds == ["data-race"] if racy else found["verdict"] == "pass"
            if not good:
                print(f"openmp.c, kernel {kernel}, RACY={racy}: {found['verdict']} {kinds}", file=sys.stderr)
            right += good
            executions += found["executions"]
            seconds += found["seconds"]
    print(f"| OpenMP suite | {KERNELS} kernels, each with a data race and without | `./openmp` | {right} of "
          f"{2 * KERNELS} right | {executions:,} | {seconds:.1f} |", flush=True)


def main():
    ravel, directory = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    print("| program | workload | options | verdict | executions | seconds |\n|---|---|---|---|---|---|")
    missing = []
    for program in PROGRAMS:
        if len(sys.argv) == 3 or program.package.removeprefix("deb:") in sys.argv[3:]:
            try:
                run(program, ravel, directory)
            except (subprocess.CalledProcessError, ValueError) as error:  # no archive: min() of nothing
                missing.append(program.name)
                print(f"{program.name} was not checked: {error}", file=sys.stderr)
    if len(sys.argv) == 3 or "openmp" in sys.argv[3:]:
        openmp(ravel, directory)
    if missing:
        sys.exit(f"{len(missing)} programs were not checked: {', '.join(missing)}")


if __name__ == "__main__":
    main()
