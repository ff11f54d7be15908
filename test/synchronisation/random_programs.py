#!/usr/bin/env python3
"""Random small programs of synchronisation objects, through the whole of Ravel.

    random_programs.py RAVEL FIRST_SEED COUNT

A program ends with an assertion that fails and says in which of a few outcomes it has ended, or in
a deadlock. `naive` tries every interleaving. Every other algorithm must find the same outcomes and
deadlocks, and all of them the same number of executions: one for each trace, if what operations
say about themselves is true. A program that does not do so is kept, and its name is printed.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

OUTCOMES = 8
ALGORITHMS = ["naive", "sleep", "dpor", "source", "optimal"]
MOST = 20000  # interleavings; larger programs are left out
SECONDS = 120

BEGIN = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static atomic_int shared;
static int guarded; /* by the mutex */
static unsigned seen[4];
static const struct timespec until = {2000000000, 0};

#define SEE(value) (seen[ME] = seen[ME] * 31 + (unsigned)(value) + 1)
"""

LOCKED = "pthread_mutex_lock(&mutex); %s pthread_mutex_unlock(&mutex);"
UNLOCK = "pthread_rwlock_unlock(&rwlock);"

STATEMENTS = {
    "memory": ["shared = ME + 1;", "SEE(shared);"],
    "semaphore": [
        "sem_post(&semaphore);",
        "sem_wait(&semaphore);",
        "SEE(sem_trywait(&semaphore));",
        "SEE(sem_timedwait(&semaphore, &until));",
        "{ int value; sem_getvalue(&semaphore, &value); SEE(value); }",
    ],
    "rwlock": [
        "pthread_rwlock_rdlock(&rwlock); SEE(shared); " + UNLOCK,
        "pthread_rwlock_wrlock(&rwlock); shared = ME + 5; " + UNLOCK,
        "pthread_rwlock_wrlock(&rwlock); " + UNLOCK,
        "if (pthread_rwlock_tryrdlock(&rwlock) == 0) { SEE(1); " + UNLOCK + " }",
        "if (pthread_rwlock_trywrlock(&rwlock) == 0) { SEE(2); " + UNLOCK + " }",
        "if (pthread_rwlock_timedwrlock(&rwlock, &until) == 0) { SEE(3); " + UNLOCK + " }",
    ],
    "cond": [
        LOCKED % "pthread_cond_wait(&cond, &mutex); guarded = guarded * 3 + ME;",
        LOCKED % "SEE(pthread_cond_timedwait(&cond, &mutex, &until)); guarded = guarded * 3 + ME;",
        LOCKED % "if (!guarded) pthread_cond_wait(&cond, &mutex); SEE(guarded);",
        LOCKED % "guarded = guarded * 3 + ME; pthread_cond_signal(&cond);",
        "pthread_cond_signal(&cond);",
        "pthread_cond_signal(&cond);",
        "pthread_cond_broadcast(&cond);",
    ],
    "barrier": ["SEE(pthread_barrier_wait(&barrier) != 0);"],
}


def make_program(choice):
    """The text of a program."""
    objects = [name for name in STATEMENTS if name != "memory"]
    used = choice.sample(objects, choice.choice([1, 1, 2])) + ["memory"]
    n = choice.choice([2, 3, 3, 4])
    text = BEGIN
    for i in range(n):
        body = [choice.choice(STATEMENTS[choice.choice(used)]) for _ in range(choice.randint(1, 3))]
        text += f"\n#define ME {i}\nstatic void *thread{i}(void *arg) {{\n  "
        text += "\n  ".join(body) + "\n  return arg;\n}\n#undef ME\n"
    text += f"\nint main(void) {{\n  pthread_t threads[{n}];\n"
    text += f"  sem_init(&semaphore, 0, {choice.choice([0, 0, 1])});\n"
    text += f"  pthread_barrier_init(&barrier, NULL, {choice.choice([2, 2, 3])});\n"
    for i in range(n):
        text += f"  pthread_create(&threads[{i}], NULL, thread{i}, NULL);\n"
    for i in range(n):
        text += f"  pthread_join(threads[{i}], NULL);\n"
    text += "  unsigned outcome = (unsigned)(shared * 7 + guarded);\n"
    text += f"  for (int i = 0; i < {n}; i++)\n    outcome = outcome * 131 + seen[i];\n"
    text += f"  switch (outcome % {OUTCOMES}) {{\n"
    for i in range(OUTCOMES):
        text += f"  case {i}:\n    assert(!\"outcome {i}\");\n    break;\n"
    return text + "  }\n  return 0;\n}\n"


def explore(ravel, directory, algorithm, options):
    """The result of one run, or None if there are too many executions."""
    command = [ravel, "check", "--quiet", "--json", "-", "--keep-going", "--trace", "trace.json",
               "--max-executions", str(MOST), "--algorithm", algorithm, *options, "./program"]
    run = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True,
                         text=True, timeout=SECONDS)
    result = json.loads(run.stdout)
    return None if "stopped_by" in result else result


def endings(result):
    return {(error["kind"], error["message"], error["location"]) for error in result["errors"]}


def complaints(results):
    expected = results["sleep"]
    for algorithm in ALGORITHMS[1:]:
        result = results[algorithm]
        if endings(result) != endings(results["naive"]):
            yield (f"{algorithm} ends in {sorted(endings(result))}, "
                   f"naive in {sorted(endings(results['naive']))}")
        for what in "executions", "bounded":
            if result[what] != expected[what]:
                yield f"{algorithm} has {result[what]} {what}, sleep {expected[what]}"
    if results["optimal"]["blocked"]:
        yield f"optimal began {results['optimal']['blocked']} blocked explorations"


def check(ravel, directory, seed):
    """What is wrong with the program of a seed; None if it was left out."""
    choice = random.Random(seed)
    (directory / "program.c").write_text(make_program(choice))
    options = choice.choice([[], [], ["--spurious"], ["--timeouts=1"]])
    subprocess.run([ravel, "cc", "-g", "-O1", "-o", "program", "program.c"], cwd=directory, check=True)
    results = {}
    for algorithm in ALGORITHMS:
        results[algorithm] = explore(ravel, directory, algorithm, options)
        if results[algorithm] is None:
            return None
    return [" ".join([complaint, *options]) for complaint in complaints(results)]


def main():
    ravel = str(pathlib.Path(sys.argv[1]).resolve())
    seed, count = int(sys.argv[2]), int(sys.argv[3])
    passed = failed = 0
    while passed + failed < count:
        directory = pathlib.Path(tempfile.mkdtemp(prefix="ravel-random-"))
        found = check(ravel, directory, seed)
        if found:
            failed += 1
            print(f"FAIL seed {seed}: {directory / 'program.c'}")
            for complaint in found:
                print(f"     {complaint}")
        else:
            passed += found is not None
            shutil.rmtree(directory)
        seed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
