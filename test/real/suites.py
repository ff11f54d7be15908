#!/usr/bin/env python3
"""Test suites of others with a check added: fetches Debian's sources, builds them with Ravel, runs them.

    suites.py RAVEL DIRECTORY [NAME ...]

DIRECTORY keeps what was fetched and built. Each suite is as its package has it, and has checks of ours
(suite_*.c*) beside its own cases. For each of its cases one line of a Markdown table is printed, as
doc/testing.md has them.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import real

HERE = real.HERE

ISC = " ".join(f"lib/isc/{name}.c" for name in (
    "quota mutex thread trampoline assertions backtrace error mem commandline string os random entropy").split())
ISC_FLAGS = ("-I. -Ilib/isc -Ilib/isc/include -Itests/include -IHERE -DHAVE_CONFIG_H -D_GNU_SOURCE "
             "-DHAVE_STDATOMIC_H=1 -DHAVE_THREAD_LOCAL=1 -DHAVE_THREADS_H=1 -include stdbool.h -include config.h")


class Suite:
    """`each`: options of --each-test for its own cases; None: there is none for its framework.
    `checks`: the added ones, and how to run each alone."""

    def __init__(self, name, package, pattern, build, each, checks):
        self.name, self.package, self.pattern, self.build = name, package, pattern, build
        self.each, self.checks = each, checks


SUITES = [
    Suite("libthread-pool, googletest", "libthread-pool", "thread_pool-*",
          "RAVEL c++ -O1 -g -w -Iinclude test/thread_pool_test.cpp HERE/suite_thread_pool.cc -o suite "
          "-lgtest -lgtest_main -pthread",
          "--filter=*ThreadIds",
          [(name, f"--gtest_filter=*.{name}") for name in ("EveryOrder", "TwoTasksWithTwoPreemptions")]),
    Suite("spdlog, Catch2", "spdlog", "spdlog-*",
          "for f in tests/main.cpp tests/test_mpmc_q.cpp tests/utils.cpp HERE/suite_spdlog.cc; do "
          "[ -e $(basename $f).o ] || RAVEL c++ -O1 -g -w -std=c++17 -Iinclude -Itests -DSPDLOG_FMT_EXTERNAL "
          "-c $f -o $(basename $f).o || exit 1; done; RAVEL c++ *.o -o suite -lfmt -pthread",
          "--filter=*queue*",
          [(name, f"'{name}'") for name in ("every order of two producers", "every order where the queue may be full",
                                            "every order of an asynchronous logger and its thread")]),
    Suite("BIND's quotas, cmocka", "bind9", "bind*-*",
          "touch config.h; sed -e '/^ISC_TEST_LIST_START/i #include \"suite_bind9.c\"' -e '/^ISC_TEST_LIST_END/i "
          "ISC_TEST_ENTRY(every_order_of_two)\\nISC_TEST_ENTRY(every_order_of_a_callback)' "
          "tests/isc/quota_test.c >with_checks.c && "
          f"RAVEL cc -O1 -g -w {ISC_FLAGS} {ISC} with_checks.c -o suite -lcmocka -luv -lcrypto",
          None,
          [(name, f"-t {name}") for name in ("every_order_of_two", "every_order_of_a_callback")]),
]


def fetch(suite, directory):
    if not any(path.is_dir() for path in directory.glob(suite.pattern)):
        command = [*real.apt(directory), "source", "--download-only", suite.package]
        subprocess.run(command, cwd=directory, stderr=subprocess.DEVNULL)
        archive = min(path for path in directory.glob(f"{suite.package}_*.orig.tar.*") if path.suffix != ".asc")
        subprocess.run(["tar", "xf", archive.name], cwd=directory, check=True)
    return next(path for path in directory.glob(suite.pattern) if path.is_dir())


def row(suite, source, case, result):
    errors = ", ".join(error["kind"] for error in result["errors"])
    version = source.name.rsplit("-", 1)[1]
    print(f"| {suite.name} {version} | {case} | {result['verdict']}{': ' + errors if errors else ''} "
          f"| {result['executions']:,} | {result['seconds']:.2f} |", flush=True)


def explore_cases(suite, ravel, source):
    result = source / "cases.json"
    subprocess.run([ravel, "check", "--each-test", "--quiet", "--max-seconds=30", f"--json={result}",
                    *shlex.split(suite.each), "./suite"], cwd=source, stdout=subprocess.DEVNULL)
    for test in json.loads(result.read_text())["tests"]:
        row(suite, source, test["test"], test["result"])


def run_checks(suite, ravel, source):
    """One at a time, by the suite's own option."""
    result = source / "check.json"
    environment = {**os.environ, "RAVEL": ravel, "RAVEL_OPTIONS": f"--max-seconds=60 --json={result}"}
    for case, option in suite.checks:
        result.unlink(missing_ok=True)
        with open(source / "checks.log", "a") as log:
            subprocess.run(["./suite", *shlex.split(option)], cwd=source, env=environment, stdout=log, stderr=log)
        row(suite, source, f"{case} (added)", json.loads(result.read_text()))


def main():
    ravel, directory = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    print("| suite | case | verdict | executions | seconds |\n|---|---|---|---|---|")
    for suite in SUITES:
        if len(sys.argv) > 3 and suite.package not in sys.argv[3:]:
            continue
        source = fetch(suite, directory)
        subprocess.run(suite.build.replace("RAVEL", ravel).replace("HERE", str(HERE)), shell=True, cwd=source, check=True)
        if suite.each:
            explore_cases(suite, ravel, source)
        run_checks(suite, ravel, source)


if __name__ == "__main__":
    main()
