#!/usr/bin/env python3
"""A search that is interrupted at random moments and resumed with a random number of workers, until it
has been interrupted often enough; then it may end. It must have the counts of one that never was.

    interrupts.py RAVEL [TIMES [SEED]]

The program has as many executions as it takes: a larger one is tried if a search ends before it was
interrupted so often.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile

SOURCE = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  int zero = 0;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  if (atomic_compare_exchange_strong(&y, &zero, 1))
    x = 7;
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
"""
THREADS = {"optimal": (6, 7), "source": (6, 7), "dpor": (6, 7), "sleep": (5, 6), "naive": (3, 4)}
COUNTS = ("verdict", "executions", "blocked", "bounded")


def result(path):
    with open(path) as file:
        found = json.load(file)
    return [found[name] for name in COUNTS]


def has_ended(command, directory, after):
    """Whether it came to its end before it was interrupted."""
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.wait()
    return process.returncode in (0, 1) and not os.path.exists(os.path.join(directory, "s"))


def search(ravel, algorithm, binary, times, rng, directory):
    """How often it was interrupted, and what it came to."""
    options = ["--quiet", "--json=now.json"]
    command = [ravel, "check", *options, "--no-scout", "--save=s", "--algorithm=" + algorithm, binary]
    n = 0
    while n < times:
        command.insert(2, "-j%d" % rng.choice((1, 2, 3, 5)))
        if has_ended(command, directory, rng.uniform(0.05, 0.6)):
            return n, result(os.path.join(directory, "now.json"))
        if os.path.exists(os.path.join(directory, "s")):  # or it had not begun
            command = [ravel, "resume", *options, "s"]
            n += 1
    subprocess.run(command, cwd=directory, capture_output=True, check=True)
    return n, result(os.path.join(directory, "now.json"))


def judge(ravel, algorithm, times, rng, directory):
    for threads in THREADS[algorithm]:
        binary = os.path.join(directory, "program")
        source = os.path.join(directory, "program.c")
        with open(source, "w") as file:
            file.write(SOURCE)
        subprocess.run([ravel, "cc", "-DN=%d" % threads, "-o", binary, source], check=True)
        n, found = search(ravel, algorithm, binary, times, rng, directory)
        if n == times or threads == THREADS[algorithm][-1]:
            break
    subprocess.run([ravel, "check", "-j1", "--quiet", "--no-scout",
                    "--json=one.json", "--algorithm=" + algorithm, binary], cwd=directory,
                   capture_output=True, check=False)
    alone = result(os.path.join(directory, "one.json"))
    print("%s, %d threads, interrupted %d times: %s%s" % (
        algorithm, threads, n, found, "" if found == alone else ", but without that %s" % alone), flush=True)
    return found == alone and n > 0


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs in the background ignores it
    ravel = os.path.abspath(sys.argv[1])
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    good = []
    for algorithm in THREADS:
        with tempfile.TemporaryDirectory() as directory:
            good.append(judge(ravel, algorithm, times, rng, directory))
    print("%d passed, %d failed" % (good.count(True), good.count(False)))
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
